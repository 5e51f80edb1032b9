// The least that durable appends take: write a line, fdatasync, again.
//
// usage: write_sync FILE APPENDS BYTES
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timing.h"

int main(int count, char **words) {
  if (count != 4) return 64;
  long appends = atol(words[2]), bytes = atol(words[3]);
  int file = open(words[1], O_CREAT | O_EXCL | O_WRONLY | O_APPEND, 0600);
  char *line = malloc(bytes);
  if (file < 0 || !line) return perror(words[1]), 1;
  memset(line, 'x', bytes);
  line[bytes - 1] = '\n';
  struct Timing timing = begin_timing(appends);
  for (long index = 0; index < appends; index++) {
    double start = now();
    if (write(file, line, bytes) != bytes || fdatasync(file) != 0) return perror(words[1]), 1;
    timing.each[index] = now() - start;
  }
  print_timing(&timing);
  return 0;
}
