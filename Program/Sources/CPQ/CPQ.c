#include "CPQ.h"

#include <dlfcn.h>
#include <pthread.h>

#ifdef __APPLE__
#define LIBRARY "libpq.5.dylib"
#else
#define LIBRARY "libpq.so.5"
#endif

// Each function of libpq that the program calls: the type of its result, its name, its parameters, and their names.
#define FUNCTIONS(DO) \
    DO(void, PQclear, (PGresult * result), (result)) \
    DO(char *, PQcmdTuples, (PGresult * result), (result)) \
    DO(PostgresPollingStatusType, PQconnectPoll, (PGconn * connection), (connection)) \
    DO(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expands), \
       (keywords, values, expands)) \
    DO(void, PQconninfoFree, (PQconninfoOption * options), (options)) \
    DO(PQconninfoOption *, PQconninfoParse, (const char *address, char **problem), (address, problem)) \
    DO(int, PQconsumeInput, (PGconn * connection), (connection)) \
    DO(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
    DO(int, PQsendQueryParams, \
       (PGconn * connection, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths, \
        const int *formats, int format), \
       (connection, sql, count, types, values, lengths, formats, format)) \
    DO(int, PQsendQueryPrepared, \
       (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths, \
        const int *formats, int format), \
       (connection, name, count, values, lengths, formats, format)) \
    DO(int, PQflush, (PGconn * connection), (connection)) \
    DO(void, PQfinish, (PGconn * connection), (connection)) \
    DO(char *, PQfname, (const PGresult *result, int column), (result, column)) \
    DO(void, PQfreemem, (void *memory), (memory)) \
    DO(Oid, PQftype, (const PGresult *result, int column), (result, column)) \
    DO(PGresult *, PQgetResult, (PGconn * connection), (connection)) \
    DO(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    DO(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
    DO(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    DO(int, PQisBusy, (PGconn * connection), (connection)) \
    DO(int, PQnfields, (const PGresult *result), (result)) \
    DO(PGnotify *, PQnotifies, (PGconn * connection), (connection)) \
    DO(int, PQnparams, (const PGresult *result), (result)) \
    DO(int, PQntuples, (const PGresult *result), (result)) \
    DO(Oid, PQparamtype, (const PGresult *result, int parameter), (result, parameter)) \
    DO(int, PQsendDescribePrepared, (PGconn * connection, const char *name), (connection, name)) \
    DO(int, PQsendPrepare, \
       (PGconn * connection, const char *name, const char *sql, int count, const Oid *types), \
       (connection, name, sql, count, types)) \
    DO(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
    DO(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
    DO(int, PQsendQuery, (PGconn * connection, const char *sql), (connection, sql)) \
    DO(int, PQsetnonblocking, (PGconn * connection, int isNonblocking), (connection, isNonblocking)) \
    DO(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn * connection, PQnoticeProcessor processor, void *argument), \
       (connection, processor, argument)) \
    DO(int, PQsocket, (const PGconn *connection), (connection)) \
    DO(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
    DO(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool isInstalled = false;

#define ADDRESS(RESULT, NAME, PARAMETERS, ARGUMENTS) static RESULT(*address_##NAME) PARAMETERS;
FUNCTIONS(ADDRESS)

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    isInstalled = true;
#define FIND(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    *(void **)&address_##NAME = dlsym(library, #NAME); \
    if (!address_##NAME) isInstalled = false;
    FUNCTIONS(FIND)
}

bool CPQIsInstalled(void) {
    pthread_once(&once, load);
    return isInstalled;
}

// The compiler compares these with the declarations of libpq's header.
#define CALL(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    RESULT NAME PARAMETERS { return address_##NAME ARGUMENTS; }
FUNCTIONS(CALL)
