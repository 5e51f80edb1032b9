// How long appends took: all of them, and the middle one.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct Timing {
  long count;
  double start;
  double *each;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static struct Timing begin_timing(long count) {
  struct Timing timing = {count, now(), malloc(count * sizeof(double))};
  return timing;
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static void print_timing(struct Timing *timing) {
  double seconds = now() - timing->start;
  qsort(timing->each, timing->count, sizeof(double), compare);
  printf("{\"appends\":%ld,\"seconds\":%.6f,\"milliseconds\":%.4f}\n", timing->count, seconds,
         timing->each[timing->count / 2] * 1e3);
}
