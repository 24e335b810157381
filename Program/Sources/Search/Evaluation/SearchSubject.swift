import Platform
import Tokenizer
import WebText

/// An item in the form that queries in memory test.
package struct SearchSubject: Sendable {
    /// A feed that lists the item.
    package struct Feed: Sendable, Hashable {
        package let key: String
        /// The folder of a followed feed.
        package var folder: String?
        package var isDiscussion: Bool

        package init(key: String, folder: String? = nil, isDiscussion: Bool = false) {
            (self.key, self.folder, self.isDiscussion) = (key, folder, isDiscussion)
        }
    }

    /// The facts that a query needs besides the item's row.
    package struct Needs: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let words = Needs(rawValue: 1)
        package static let patterns = Needs(rawValue: 2)
        package static let folders = Needs(rawValue: 4)
        package static let slope = Needs(rawValue: 8)
        package static let measureKind = Needs(rawValue: 16)
        package static let stories = Needs(rawValue: 32)

        /// True if it needs texts.
        package var texts: Bool { !isDisjoint(with: [.words, .patterns]) }
    }

    /// The story that an item tells.
    package struct Story: Sendable, Hashable {
        /// The number of items that tell it.
        package let voices: Int
        /// The number of feeds that tell it.
        package let sources: Int

        package init(voices: Int, sources: Int) { (self.voices, self.sources) = (voices, sources) }
    }

    package let fields: SearchFields
    /// The item's date or, if undated, when it was first seen, in milliseconds.
    package let time: Int64
    package var feeds: [Feed] = []
    package var isSaved = false
    /// The growth of the points per hour.
    package var slope: Double?
    package var story = Story(voices: 1, sources: 1)
    /// The words, prepared once for all queries.
    let words: FoldedWords?
    /// The texts in the form that patterns match, prepared once.
    let texts: [[UInt32]]

    package init(_ fields: SearchFields, time: Date, _ needs: Needs) {
        self.init(fields, milliseconds: time.milliseconds, needs)
    }

    package init(_ fields: SearchFields, milliseconds: Int64, _ needs: Needs) {
        self.fields = fields
        time = milliseconds
        words = needs.contains(.words) ? FoldedWords(fields) : nil
        texts =
            needs.contains(.patterns)
            ? [fields.title, fields.text, fields.author, fields.source, fields.joinedTags]
                .map { CharacterFolding.scalars(of: $0, atMost: TextPattern.maximumText) } : []
    }
}

/// The searchable text and values of an item. Text is plain, without markup.
package struct SearchFields: Sendable, Hashable {
    /// The kind of item, such as `PushEvent`; matched by `kind:`.
    package var kind: String
    /// The kind's name for readers, such as `push`; also matched by `kind:`.
    package var kindName: String
    /// The title. Matches here rank highest.
    package var title: String
    /// The body.
    package var text: String
    /// The author; matched by `author:`.
    package var author: String
    /// The source, such as a site's name.
    package var source: String
    /// Labels such as categories.
    package var tags: [String]
    /// The value that ``ItemOrder/largest`` sorts by.
    package var measure: Double?
    /// The kind of the measure, such as ``MeasureKind/points`` for `points:`; nil if no search compares it.
    package var measureKind: MeasureKind?
    /// The latitude in degrees; with `longitude`, matched by `within:` and `of:`.
    package var latitude: Double?
    /// The longitude in degrees.
    package var longitude: Double?

    /// Creates fields. An item without fields is found only by its feed, marks and date.
    package init(
        kind: String = "", kindName: String = "", title: String = "", text: String = "", author: String = "",
        source: String = "", tags: [String] = [], measure: Double? = nil, measureKind: MeasureKind? = nil,
        latitude: Double? = nil, longitude: Double? = nil
    ) {
        self.kind = kind
        self.kindName = kindName
        self.title = title
        self.text = text
        self.author = author
        self.source = source
        self.tags = tags
        self.measure = measure
        self.measureKind = measureKind
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension SearchFields {
    /// The tags as one text: one on a line, so that a phrase doesn't span two.
    package var joinedTags: String { tags.joined(separator: "\n") }

    package var hasWords: Bool {
        !(title.isEmpty && text.isEmpty && author.isEmpty && source.isEmpty && tags.isEmpty)
    }
}

/// A text of an item in lower case, in which a filter finds words.
package struct ItemWords: Sendable {
    private let bytes: [UInt8]

    /// A text of an item.
    package init(_ text: String) { bytes = Array(text.lowercased().utf8) }

    /// A filter's words, in lower case. An item passes if it contains all of them.
    package static func words(of filter: String) -> [String] {
        filter.lowercased().split(separator: " ").map(String.init)
    }

    /// True if the text contains a word, also within another word.
    ///
    /// - Parameter word: the UTF-8 of a word in lower case.
    package func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= bytes.count else { return word.isEmpty }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...bytes.count - word.count where bytes[start] == first {
                if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
            }
            return false
        }
    }
}
