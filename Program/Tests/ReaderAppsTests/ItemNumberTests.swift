import Testing

@testable import ReaderApps

@Suite("An item's number")
struct ItemNumberTests {
    @Test(
        "An item's number is read in each form that apps send",
        arguments: [
            ("tag:google.com,2005:reader/item/000000000000002a", 42), ("tag:google.com,2005:reader/item/2a", 42),
            ("000000000000002a", 42), ("42", 42), ("0000000000000042", 66), ("1234567890123456", 1_234_567_890_123_456),
            ("ffffffffffffffff", -1), ("tag:google.com,2005:reader/item/ffffffffffffffff", -1),
        ])
    func reading(text: String, number: Int64) { #expect(ItemNumber.read(text) == number) }

    @Test(
        "An item's number isn't read from other text",
        arguments: ["", "x", "4 2", "tag:google.com,2005:reader/item/", "zzzzzzzzzzzzzzzz"])
    func refused(text: String) { #expect(ItemNumber.read(text) == nil) }

    @Test("An item's number has 16 digits in its long form, and is read back", arguments: [Int64(1), 42, .max, -1])
    func long(number: Int64) {
        let text = ItemNumber.long(number)
        #expect(text.utf8.count == 32 + 16 && ItemNumber.read(text) == number)
    }
}
