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

    /// What a query needs besides the item's row.
    package struct Needs: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let words = Needs(rawValue: 1)
        package static let patterns = Needs(rawValue: 2)
        package static let folders = Needs(rawValue: 4)
        package static let slope = Needs(rawValue: 8)
        package static let quantity = Needs(rawValue: 16)
        package static let stories = Needs(rawValue: 32)

        /// Whether it needs texts.
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
