#include <sodium/core.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_pwhash.h>
