import Platform

/// An item in the form that queries in memory test.
struct SearchSubject: Sendable {
    /// A feed that lists the item.
    struct Feed: Sendable, Hashable {
        let key: String
        /// The folder of a followed feed.
        var folder: String?
        var isDiscussion = false
    }

    /// What a query needs besides the item's row.
    struct Needs: OptionSet, Sendable {
        let rawValue: Int

        static let words = Needs(rawValue: 1)
        static let patterns = Needs(rawValue: 2)
        static let folders = Needs(rawValue: 4)
        static let slope = Needs(rawValue: 8)

        /// Whether it needs texts.
        var texts: Bool { !isDisjoint(with: [.words, .patterns]) }
    }

    let fields: SearchFields
    /// The item's date or, if undated, when it was first seen, in milliseconds.
    let time: Int64
    var feeds: [Feed] = []
    var isUnread = true
    var isSaved = false
    var isMuted = false
    var isHighlighted = false
    /// The measure's growth per hour.
    var slope: Double?
    /// The words, prepared once for all queries.
    let words: FoldedWords?
    /// The texts in the form that patterns match, prepared once.
    let texts: [[UInt32]]

    init(_ fields: SearchFields, time: Date, _ needs: Needs) {
        self.init(fields, milliseconds: time.milliseconds, needs)
    }

    init(_ fields: SearchFields, milliseconds: Int64, _ needs: Needs) {
        self.fields = fields
        time = milliseconds
        words = needs.contains(.words) ? FoldedWords(fields) : nil
        texts =
            needs.contains(.patterns)
            ? [fields.title, fields.text, fields.author, fields.source, fields.joinedTags]
                .map { CharacterFolding.scalars(of: $0, atMost: TextPattern.maximumText) } : []
    }
}
