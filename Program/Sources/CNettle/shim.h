#include <nettle/hmac.h>
#include <nettle/md5.h>
