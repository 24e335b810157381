/// A list that skips elements that can't be decoded, and fails if those are all of its elements.
package struct ReadableList<Element: Decodable>: Decodable {
    package let elements: [Element]
    package let skipped: [SkippedItem]

    package init(from decoder: any Decoder) throws {
        let list = try LossyList<Element>(from: decoder)
        if list.elements.isEmpty, let first = list.skipped.first {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "none of the \(list.skipped.count) items can be read (\(first.reason))",
                    underlyingError: UnreadableItems()))
        }
        elements = list.elements
        skipped = list.skipped
    }
}

/// Distinguishes a list without a readable element from other corrupted data.
struct UnreadableItems: Error {}
