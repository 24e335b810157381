import FeedStore
import WebText

/// The forms of an item's number in Google Reader's API.
enum ItemNumber {
    private static let prefix = "tag:google.com,2005:reader/item/"

    /// The long form: 16 hexadecimal digits, two's complement.
    static func long(_ id: NumberedItem.ID) -> String {
        let digits = String(UInt64(bitPattern: id), radix: 16)
        return prefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads a number in the long form (padded or not), as its hexadecimal digits alone, or in decimal.
    ///
    /// Nil for other text.
    static func read(_ text: String) -> NumberedItem.ID? {
        if text.hasPrefix(prefix) { return hexadecimal(text.dropFirst(prefix.count)) }
        let isHexadecimal = text.utf8.count == 16 && (text.hasPrefix("0") || !text.utf8.allSatisfy(\.isDigit))
        return isHexadecimal ? hexadecimal(text[...]) : Int64(text)
    }

    private static func hexadecimal(_ digits: Substring) -> Int64? {
        UInt64(digits, radix: 16).map(Int64.init(bitPattern:))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
