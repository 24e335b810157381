#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a form holds: texts by their names, in their order.
struct Form: Sendable, Hashable {
    private let fields: [String: [String]]

    /// Reads the body of a form (`application/x-www-form-urlencoded`); nil where its encoding is wrong.
    init?(encoded body: String) {
        guard let target = Target("/?" + body.filter { $0 != "#" && !$0.isNewline }) else { return nil }
        fields = Dictionary(target.query.map { ($0.name, [$0.value]) }, uniquingKeysWith: +)
    }

    /// Reads an object of texts, numbers and lists of them; nil where it is none.
    init?(json: Data) {
        do {
            fields = try JSONDecoder().decode([String: Texts].self, from: json).mapValues(\.values)
        } catch {
            return nil
        }
    }

    /// The first text of that name, if it is not empty.
    subscript(name: String) -> String? { fields[name]?.first.flatMap { $0.isEmpty ? nil : $0 } }

    /// All texts of that name.
    func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// A text or number, or a list of them.
private struct Texts: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {  // no list is one text
            var values: [String] = []
            while !list.isAtEnd { values.append(try list.decode(Text.self).value) }
            self.values = values
        } else {
            values = [try Text(from: decoder).value]
        }
    }

    private struct Text: Decodable {
        let value: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {  // what is no number may be a text
                value = String(number)
            } else {
                value = try container.decode(String.self)
            }
        }
    }
}
