import Platform
import Testing

@Suite("An FNV-1a hash") struct HashTests {
    @Test("An FNV-1a hash has the published values")
    func published() {
        #expect(FNV1a.hash64("".utf8) == 0xcbf2_9ce4_8422_2325)
        #expect(FNV1a.hash64("a".utf8) == 0xaf63_dc4c_8601_ec8c)
        #expect(FNV1a.hash64("foobar".utf8) == 0x8594_4171_f739_67e8)
        #expect(FNV1a.hash128("".utf8) == 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
        #expect(FNV1a.hash128("a".utf8) == 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964)
    }

    @Test("A fingerprint names a text by a UUID of version 8")
    func urn() {
        let fingerprint = Fingerprint(of: "a")
        #expect(fingerprint.hexadecimal == "d228cb696f1a8caf78912b704e4a8964")
        #expect(fingerprint.urn == "urn:uuid:d228cb69-6f1a-8caf-b891-2b704e4a8964")
        #expect(Fingerprint(of: "").hexadecimal.count == 32)
    }
}
