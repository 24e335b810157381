#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>

// Numbers are big-endian bytes.

/// Whether an RSA signature of the SHA-256 of a message is right (RFC 8017, section 8.2).
static inline int freshet_rsa_sha256_verify(const uint8_t *modulus, size_t modulus_size, const uint8_t *exponent,
                                            size_t exponent_size, const uint8_t *message, size_t size,
                                            const uint8_t *signature, size_t signature_size) {
    struct rsa_public_key key;
    rsa_public_key_init(&key);
    nettle_mpz_set_str_256_u(key.n, modulus_size, modulus);
    nettle_mpz_set_str_256_u(key.e, exponent_size, exponent);
    int is_right = 0;
    if (rsa_public_key_prepare(&key) && signature_size == key.size) {
        struct sha256_ctx hash;
        sha256_init(&hash);
        sha256_update(&hash, size, message);
        mpz_t number;
        nettle_mpz_init_set_str_256_u(number, signature_size, signature);
        is_right = rsa_sha256_verify(&key, &hash, number);
        mpz_clear(number);
    }
    rsa_public_key_clear(&key);
    return is_right;
}

/// Whether an ECDSA signature of the SHA-256 of a message is right, with the curve P-256 (RFC 7518, section 3.4).
/// `x`, `y`, and both halves of the signature have 32 bytes.
static inline int freshet_ecdsa_sha256_verify(const uint8_t *x, const uint8_t *y, const uint8_t *message, size_t size,
                                              const uint8_t *signature) {
    struct ecc_point point;
    ecc_point_init(&point, nettle_get_secp_256r1());
    mpz_t first, second;
    nettle_mpz_init_set_str_256_u(first, 32, x);
    nettle_mpz_init_set_str_256_u(second, 32, y);
    int is_right = 0;
    // Fails for a point that isn't on the curve.
    if (ecc_point_set(&point, first, second)) {
        uint8_t digest[SHA256_DIGEST_SIZE];
        struct sha256_ctx hash;
        sha256_init(&hash);
        sha256_update(&hash, size, message);
        sha256_digest(&hash, sizeof digest, digest);
        struct dsa_signature halves;
        dsa_signature_init(&halves);
        nettle_mpz_set_str_256_u(halves.r, 32, signature);
        nettle_mpz_set_str_256_u(halves.s, 32, signature + 32);
        is_right = ecdsa_verify(&point, sizeof digest, digest, &halves);
        dsa_signature_clear(&halves);
    }
    mpz_clear(second);
    mpz_clear(first);
    ecc_point_clear(&point);
    return is_right;
}
