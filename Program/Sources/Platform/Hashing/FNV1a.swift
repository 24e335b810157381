/// FNV-1a hashes (draft-eastlake-fnv): the same in every process and version.
///
/// They distinguish versions of a text. Collisions can be made on purpose, so security must not depend on them.
package enum FNV1a {
    /// The 64-bit hash.
    @inlinable
    package static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// The 128-bit hash.
    @inlinable
    package static func hash128(_ bytes: some Sequence<UInt8>) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        return hash
    }
}
