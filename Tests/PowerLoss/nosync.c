// Preloaded into the tool: skips syncs, records them, or kills the process at one.
//
//   NOSYNC_SKIP   patterns (fnmatch, one per line) of paths whose fsync and fdatasync do nothing
//   NOSYNC_TRACE  a file to which the path of every sync is appended
//   NOSYNC_DIE    a pattern: the first sync of such a path kills the process instead
//   NOSYNC_LONGER with NOSYNC_DIE: only the sync of a file longer than this number of bytes
#define _GNU_SOURCE
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int matches(const char *patterns, const char *path) {
  char pattern[PATH_MAX];
  while (patterns && *patterns) {
    size_t length = strcspn(patterns, "\n");
    snprintf(pattern, sizeof pattern, "%.*s", (int)length, patterns);
    if (fnmatch(pattern, path, 0) == 0) return 1;
    patterns += length + (patterns[length] == '\n');
  }
  return 0;
}

static void note(const char *path) {
  const char *trace = getenv("NOSYNC_TRACE");
  if (!trace) return;
  char line[PATH_MAX + 1];
  int length = snprintf(line, sizeof line, "%s\n", path);
  int file = open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (write(file, line, (size_t)length) < 0) abort();
  close(file);
}

static int is_longer(int descriptor) {
  const char *limit = getenv("NOSYNC_LONGER");
  struct stat status;
  return !limit || (fstat(descriptor, &status) == 0 && status.st_size > atoll(limit));
}

static int sync_file(long call, int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  note(path);
  if (matches(getenv("NOSYNC_DIE"), path) && is_longer(descriptor)) kill(getpid(), SIGKILL);
  if (matches(getenv("NOSYNC_SKIP"), path)) return 0;
  return (int)syscall(call, descriptor);
}

int fsync(int descriptor) { return sync_file(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return sync_file(SYS_fdatasync, descriptor); }
