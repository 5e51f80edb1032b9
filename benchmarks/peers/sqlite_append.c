// Durable appends to SQLite in WAL mode, one event to a transaction
// (each statement is one).
//
// usage: sqlite_append FILE APPENDS BYTES FULL|NORMAL
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"

static sqlite3 *database;

static void check(int status) {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  fprintf(stderr, "%s\n", sqlite3_errmsg(database));
  exit(1);
}

static void run(const char *statement) {
  check(sqlite3_exec(database, statement, NULL, NULL, NULL));
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--version") == 0) return puts(sqlite3_libversion()), 0;
  if (count != 5) return 64;
  long appends = atol(words[2]), bytes = atol(words[3]);
  char synchronous[64];
  snprintf(synchronous, sizeof synchronous, "PRAGMA synchronous = %s", words[4]);
  check(sqlite3_open(words[1], &database));
  run("PRAGMA journal_mode = WAL");
  run(synchronous);
  run("CREATE TABLE events (position INTEGER PRIMARY KEY, line TEXT NOT NULL)");
  char *line = malloc(bytes);
  memset(line, 'x', bytes);
  sqlite3_stmt *insert;
  check(sqlite3_prepare_v2(database, "INSERT INTO events (line) VALUES (?)", -1, &insert, NULL));
  check(sqlite3_bind_text(insert, 1, line, bytes, SQLITE_STATIC));
  struct Timing timing = begin_timing(appends);
  for (long index = 0; index < appends; index++) {
    double start = now();
    check(sqlite3_step(insert));
    check(sqlite3_reset(insert));
    timing.each[index] = now() - start;
  }
  print_timing(&timing);
  return 0;
}
