#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#error "The trait PostgreSQL needs libpq 14 or later: apt-get install libpq-dev"
#endif
