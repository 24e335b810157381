extension SearchFilter {
    /// The filters, as helps list them.
    package static let all = texts + kinds + feeds + states + numbers + places

    private static let texts = [
        SearchFilter(
            "author", .text("a name"), "the author's name", examples: ["author:octocat"], guesses: ["from", "by"]
        ) { .author($0) },
        SearchFilter("title", .text("a word"), "words in the title", examples: ["title:swift"]) { .field(.title, $0) },
        SearchFilter("text", .text("a word"), "words in the text", examples: ["text:swift"]) { .field(.text, $0) },
        SearchFilter(
            "source", .text("a word"), "words in the source, such as a site's name", examples: ["source:swift.org"]
        ) { .field(.source, $0) },
        SearchFilter("tag", aliases: ["tags"], .text("a word"), "words in the tags", examples: ["tag:swift"]) {
            .field(.tags, $0)
        },
    ]

    private static let kinds = [
        SearchFilter(
            "kind", .text("a kind"), "the kind of item",
            details: "Freshet's name in the singular or plural, or the upstream's own name",
            examples: ["kind:star", "kind:PushEvent"], guesses: ["type"]
        ) { .kind($0) }
    ]

    private static let feeds = [
        SearchFilter(
            "in", .feed, "a feed, or all feeds below a path",
            details:
                "or a pasted address: a feed's, or its site's if you followed it by that, or the beginning of the addresses of web feeds",
            examples: ["in:FEED", "in:https://example.org/feed"], guesses: ["feed", "site"]
        ) { .feed($0) },
        SearchFilter(
            "folder", .folder, "the followed feeds in a folder and its subfolders",
            details: "ignores only the case of the letters A to Z",
            examples: ["folder:Morning", "folder:News/Tech"], guesses: ["category"]
        ) { .folder($0) },
    ]

    private static let states = [
        SearchFilter(
            "is",
            oneOf: [
                // Rules set marks, so they can't test them.
                Values(
                    [
                        ("unread", .init(.unread)), ("read", .init(.unread, isExcluded: true)),
                        ("saved", .init(.saved)), ("muted", .init(.muted)), ("highlighted", .init(.highlighted)),
                        ("labelled", .init(.labelled)),
                    ], in: [.search]),
                Values(
                    [("story", .init(.story))], "also told by other items", details: "see [Stories](stories.md)"),
            ], guesses: ["has"]),
        SearchFilter(
            "label", .label, "items that you have given the label", details: "ignores case",
            examples: ["label:Recipes", "label:\"To read\""], guesses: ["labels", "labelled", "labeled"], in: [.search]
        ) { .label($0) },
    ]

    private static let numbers = [
        SearchFilter(
            "since", .time, "items dated at that time or later",
            examples: ["since:7d", "since:12h", "since:2w", "since:2026-01-31"], guesses: ["after"],
            oppositeGuesses: ["before", "until"]
        ) { .since($0) },
        SearchFilter(
            "points", .number, "the votes of readers",
            details: "accepts `>` `>=` `<` `<=` `=`, and `points:100` is `>=`",
            examples: ["points:>300", "points:<=5", "points:100"], guesses: ["score", "votes"]
        ) { .measure(.points, $0, $1) },
        SearchFilter(
            "points-slope", aliases: ["score-slope"], .rate, "how fast the points have grown in the last hour",
            details: "unknown for the first 10 minutes", examples: ["points-slope:>50/h"], guesses: ["slope"]
        ) { .slope($0, $1) },
        SearchFilter(
            "sources", .number, "the number of your feeds that tell the story",
            details: "1 for an item by itself; see [Stories](stories.md)",
            examples: ["sources:>3", "sources:2", "sources:=1"], guesses: ["voices"]
        ) { .sources($0, $1) },
        SearchFilter(
            "magnitude", aliases: ["mag"], .number, "the magnitude of an earthquake",
            examples: ["magnitude:>=5", "magnitude:<4.5", "magnitude:6"], guesses: ["quake"]
        ) { .measure(.magnitude, $0, $1) },
        SearchFilter(
            "acres", .number, "the area of a natural event, such as a wildfire",
            details: "events measured in hectares are converted",
            examples: ["acres:>1000", "acres:<=50", "acres:5000"], guesses: ["area", "size"]
        ) { .measure(.acres, $0, $1) },
    ]

    private static let places = [
        SearchFilter(
            "within", .distance, with: "of", .coordinates, "items near a place", example: "within:50km of:48.2,16.4",
            guesses: ["near"]
        ) { .near(latitude: $1.latitude, longitude: $1.longitude, kilometers: $0) }
    ]
}

extension SearchQuery {
    /// A condition on items.
    ///
    /// Text is compared in words (runs of letters and digits), ignoring case and diacritics.
    package indirect enum Condition: Sendable, Hashable {
        /// `(a b OR c)`: all terms of at least one of the alternatives.
        case any([[Term]])
        /// `word` or `word*`: a word, or the beginning of one, in title, text, author, source or tags.
        case word(String, isPrefix: Bool)
        /// `"some words"`: the words one after another in one of these fields.
        case phrase(String)
        /// `author:name`: the words one after another in the author.
        case author(String)
        /// `title:word`: the words one after another in one field.
        case field(Field, String)
        /// `/CVE-\d+/`: a regular expression that matches title, text, author, source or tags.
        case pattern(TextPattern)
        /// `in:github/octocat`: a feed's key, or its first path segments. Ignores ASCII case.
        case feed(String)
        /// `folder:Morning`: a folder of followed feeds, with its subfolders. Ignores ASCII case.
        case folder(String)
        /// `kind:PushEvent` or `kind:star`: the item's kind, or its name, also in the plural. Ignores ASCII case.
        case kind(String)
        /// `is:unread`.
        case unread
        /// `is:saved`.
        case saved
        /// `is:muted`: hidden by a rule. Searches without this term find no muted items.
        case muted
        /// `is:highlighted`: highlighted by a rule.
        case highlighted
        /// `is:labelled`: with any label.
        case labelled
        /// `is:story`: told by other items, too.
        case story
        /// `label:Recipes`: with that label. Ignores case.
        case label(String)
        /// `since:7d` or `since:2026-01-31`: dated, or if undated first seen, at that time or later.
        case since(Since)
        /// `points:>300`, `magnitude:>=5` or `acres:>1000`: the item's measure, if it is of that kind.
        case measure(MeasureKind, Comparison, Double)
        /// `points-slope:>50/h`: the growth of the points per hour. Unknown for the first ten minutes.
        case slope(Comparison, Double)
        /// `sources:>3`: the number of feeds that tell the item's story; 1 for an item by itself.
        case sources(Comparison, Double)
        /// `within:50km of:48.2,16.4`: at most that many kilometers away.
        case near(latitude: Double, longitude: Double, kilometers: Double)
    }
}
