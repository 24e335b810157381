// libpq's interface. Its library is loaded at the first connection: linking it would add 7 ms to each start of the program.
#ifndef CPQ_H
#define CPQ_H

#include <stdbool.h>
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

/// Whether the library is installed. Without it, no other function may be called.
bool CPQIsInstalled(void);

#endif
