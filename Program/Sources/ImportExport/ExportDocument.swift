import FeedStore
import Feeds
import Platform

/// An export as a JSON document; see `docs/json.md`.
struct ExportDocument: Codable {
    /// The version to write, and the latest one to read.
    static let version = 1

    struct Follow: Codable {
        let feed: String
        let title: String?
        let name: String?
        let folder: String?
        let interval: String?
        /// Nil for no.
        let fullText: Bool?
        let keep: String?
        /// Nil for `joined`.
        let stories: String?
        /// True if the feed has a password, which isn't exported. Nil for no.
        let needsPassword: Bool?
        let since: Date?
    }

    struct Mark: Codable {
        let scope, id: String
        let readAt: Date
    }

    struct Saved: Codable {
        let scope, id, feed: String
        let savedAt: Date
        let date: Date?
        /// For readers and other programs; the item itself is in `payload`.
        let title: String
        let url: String?
        let payload: String
    }

    struct Labelled: Codable {
        let scope, id, feed: String
        let labels: [String]
        let date: Date?
        /// For readers and other programs; the item itself is in `payload`.
        let title: String
        let url: String?
        let payload: String
    }

    let version: Int
    let follows: [Readable<Follow>]?
    let marks: [Readable<Mark>]?
    let saved: [Readable<Saved>]?
    let labelled: [Readable<Labelled>]?
    let rules: [Readable<String>]?
    let settings: [String: Readable<String>]?
}

/// An entry of a list, or the reason that it is unreadable.
///
/// One bad entry doesn't affect the others.
struct Readable<Value: Codable>: Codable {
    let result: Result<Value, MalformedEntry>

    init(_ value: Value) { result = .success(value) }

    init(from decoder: any Decoder) throws {
        do {
            result = .success(try Value(from: decoder))
        } catch let error as DecodingError {
            let place = decoder.codingPath.reduce("") { path, key in
                path + (key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue)
            }
            result = .failure(MalformedEntry(place: place, reason: error.reason))
        }
    }

    func encode(to encoder: any Encoder) throws { try result.get().encode(to: encoder) }
}

/// An unreadable entry.
struct MalformedEntry: Error {
    /// The position in the document, such as `follows[2]`.
    let place: String
    let reason: String
}

extension DecodingError {
    /// The problem, in a few words.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            // Elements of lists have no name.
            context.codingPath.last.flatMap { $0.intValue == nil ? "“\($0.stringValue)” has the wrong type" : nil }
                ?? "it has the wrong type"
        // Only dates have a format of their own.
        case .dataCorrupted: "its date isn't in the form 2026-11-23T08:00:00Z"
        @unknown default: "it can't be read"
        }
    }
}
