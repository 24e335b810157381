/// A list that skips elements that can't be decoded.
package struct LossyList<Element: Decodable>: Decodable {
    /// The readable elements, in the document's order.
    package private(set) var elements: [Element] = []
    /// The unreadable elements, each with the reason.
    package private(set) var skipped: [SkippedItem] = []

    /// Decodes a list; throws only if the document has none at this place.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            let attempt = try container.decode(Attempt.self)
            switch attempt.result {
            case .success(let element): elements.append(element)
            case .failure(let error):
                let place = "item \(elements.count + skipped.count + 1)"
                skipped.append(.init(item: attempt.id ?? place, reason: error.reason(below: attempt.depth)))
            }
        }
    }

    /// Always decodes, so that the list continues.
    private struct Attempt: Decodable {
        let result: Result<Element, any Error>
        let depth: Int
        var id: String?

        init(from decoder: any Decoder) throws {
            depth = decoder.codingPath.count
            do {
                result = .success(try Element(from: decoder))
            } catch {
                result = .failure(error)
                do {
                    id = try decoder.container(keyedBy: CodingKeys.self).decode(Identifier.self, forKey: .id).text
                } catch {
                    id = nil  // the first error is the meaningful one
                }
            }
        }

        enum CodingKeys: String, CodingKey {
            case id
        }
    }
}

/// An id, which upstreams send as a string or as a number.
package struct Identifier: Decodable {
    /// The string, or the number's digits.
    package let text: String

    /// Decodes a string or an integer; throws for everything else.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            text = try container.decode(String.self)
        } catch {
            text = String(try container.decode(Int.self))
        }
    }
}

extension Error {
    /// The problem with an element in a few words; the element is at `depth` in the document.
    fileprivate func reason(below depth: Int) -> String {
        func path(_ keys: [any CodingKey]) -> String {
            let names = keys.dropFirst(depth).map { $0.intValue.map(String.init) ?? $0.stringValue }
            return names.isEmpty ? "the item" : names.joined(separator: ".")
        }
        guard let error = self as? DecodingError else { return "\(self)" }
        switch error {
        case .keyNotFound(let key, let context): return "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): return "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context): return "\(path(context.codingPath)) isn't of the type \(type)"
        case .dataCorrupted(let context): return "\(path(context.codingPath)): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}

/// A list that skips elements that can't be decoded, and fails if those are all of its elements.
package struct ReadableList<Element: Decodable>: Decodable {
    /// The readable elements, in the document's order.
    package let elements: [Element]
    /// The unreadable elements, each with the reason.
    package let skipped: [SkippedItem]

    /// Decodes a list; throws the first element's problem if none is readable. An empty list is fine.
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

/// An unreadable item that was left out of its list.
package struct SkippedItem: Sendable, Hashable {
    /// The item's id, or its position in the list (`item 3`) if even the id is unreadable.
    package let item: String
    /// The problem.
    package let reason: String

    /// Creates a skipped item.
    package init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}
