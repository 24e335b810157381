#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif
