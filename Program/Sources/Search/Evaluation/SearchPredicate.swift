import Platform
import WebText

/// A query that is prepared for items in memory. It matches the same items as a search.
package struct SearchPredicate: Sendable {
    private struct Term: Sendable {
        let test: Test
        let isExcluded: Bool
    }

    private enum Test: Sendable {
        case never
        case any([SearchPredicate])
        case words(Needle, SearchQuery.Field?)
        case pattern(TextPattern)
        /// A key, and the prefix of the keys below it.
        case feed([UInt8])
        case folder([UInt8])
        case kind([UInt8], names: [[UInt8]])
        case age(Int64)
        case since(Int64)
        case measure(MeasureKind, SearchQuery.Comparison, Double)
        case slope(SearchQuery.Comparison, Double)
        case story
        case sources(SearchQuery.Comparison, Double)
        case near(latitude: Double, longitude: Double, kilometers: Double)
    }

    private let terms: [Term]
    /// The parts of a subject that the query needs.
    package let needs: SearchSubject.Needs

    package init(_ terms: [SearchQuery.Term]) {
        // Cheap tests first.
        self.terms = terms.map { Term(test: Self.test($0.condition), isExcluded: $0.isExcluded) }
            .sorted { Self.cost($0.test) < Self.cost($1.test) }
        var needs: SearchSubject.Needs = []
        for term in self.terms {
            switch term.test {
            case .any(let alternatives): for alternative in alternatives { needs.formUnion(alternative.needs) }
            case .words: needs.insert(.words)
            case .pattern: needs.insert(.patterns)
            case .folder: needs.insert(.folders)
            case .measure: needs.insert(.measureKind)
            case .slope: needs.formUnion([.slope, .measureKind])
            case .story, .sources: needs.insert(.stories)
            default: break
            }
        }
        self.needs = needs
    }

    package func matches(_ subject: SearchSubject, now: Int64) -> Bool {
        for term in terms where holds(term.test, subject, now) == term.isExcluded { return false }
        return true
    }

    private func holds(_ test: Test, _ subject: SearchSubject, _ now: Int64) -> Bool {
        switch test {
        case .never: false
        case .any(let alternatives): alternatives.contains { $0.matches(subject, now: now) }
        case .words(let needle, let field): subject.words?.contains(needle, in: field) ?? false
        case .pattern(let pattern): subject.texts.contains { pattern.matches($0) }
        case .feed(let path): subject.feeds.contains { ASCIIText.isPath(path, of: $0.key) }
        case .folder(let name):
            subject.feeds.contains { $0.folder.map { ASCIIText.isFolder(name, of: $0) } ?? false }
        case .kind(let kind, let names):
            ASCIIText.isEqual(kind, subject.fields.kind)
                || names.contains { ASCIIText.isEqual($0, subject.fields.kindName) }
        case .age(let span): subject.time >= now - span
        case .since(let date): subject.time >= date
        case .measure(let kind, let comparison, let number):
            subject.fields.measureKind == kind
                && subject.fields.measure.map { comparison.holds($0, number) } ?? false
        case .slope(let comparison, let number):
            subject.fields.measureKind == .points && subject.slope.map { comparison.holds($0, number) } ?? false
        case .story: subject.story.voices > 1
        case .sources(let comparison, let number): comparison.holds(Double(subject.story.sources), number)
        case .near(let latitude, let longitude, let kilometers):
            if let north = subject.fields.latitude, let east = subject.fields.longitude {
                Distance.kilometers(north, east, latitude, longitude) <= kilometers
            } else {
                false
            }
        }
    }

    private static func test(_ condition: SearchQuery.Condition) -> Test {
        switch condition {
        case .any(let alternatives): .any(alternatives.map(SearchPredicate.init))
        case .word(let word, let isPrefix): words(FoldedWords.needle(word, isPrefix: isPrefix), nil)
        case .phrase(let phrase): words(FoldedWords.needle(phrase), nil)
        case .author(let name): words(FoldedWords.needle(name), .author)
        case .field(let field, let text): words(FoldedWords.needle(text), field)
        case .pattern(let pattern): .pattern(pattern)
        case .feed(let path): .feed(ASCIIText.lowercased(path))
        case .folder(let name): .folder(ASCIIText.lowercased(name))
        case .kind(let kind):
            .kind(ASCIIText.lowercased(kind), names: KindWords.singulars(of: kind).map(ASCIIText.lowercased))
        // Rules don't test marks: they set them.
        case .unread, .saved, .muted, .highlighted, .labelled, .label: .never
        case .since(.ago(let seconds)): .age(Int64(seconds) * 1000)
        case .since(.date(let date)): .since(date.milliseconds)
        case .measure(let kind, let comparison, let number): .measure(kind, comparison, number)
        case .slope(let comparison, let number): .slope(comparison, number)
        case .story: .story
        case .sources(let comparison, let number): .sources(comparison, number)
        case .near(let latitude, let longitude, let kilometers):
            .near(latitude: latitude, longitude: longitude, kilometers: kilometers)
        }
    }

    private static func words(_ needle: Needle?, _ field: SearchQuery.Field?) -> Test {
        needle.map { .words($0, field) } ?? .never
    }

    private static func cost(_ test: Test) -> Int {
        switch test {
        case .pattern: 3
        case .words, .any: 2
        case .near: 1
        default: 0
        }
    }
}

/// Text that is compared without ASCII case, like SQLite's `NOCASE`.
enum ASCIIText {
    static func lowercased(_ text: String) -> [UInt8] { text.utf8.map(lowercased) }

    private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte + 0x20 : byte }

    static func isEqual(_ lowercase: [UInt8], _ text: String) -> Bool {
        text.utf8.count == lowercase.count && zip(lowercase, text.utf8).allSatisfy { $0 == lowercased($1) }
    }

    /// True if the path is a folder's, or that of a folder around it.
    static func isFolder(_ lowercase: [UInt8], of folder: String) -> Bool {
        leads(lowercase, to: folder, separators: ["/"])
    }

    /// True if the path is the text's first segments, or all of them. The segments of a web feed's address are separated by `%2F`.
    static func isPath(_ lowercase: [UInt8], of text: String) -> Bool {
        leads(lowercase, to: text, separators: ["/", "%2f"])
    }

    /// True if the path is the text, or a separator follows it there.
    private static func leads(_ lowercase: [UInt8], to text: String, separators: [String]) -> Bool {
        let bytes = text.utf8
        guard bytes.count >= lowercase.count, zip(lowercase, bytes).allSatisfy({ $0 == lowercased($1) }) else {
            return false
        }
        let rest = bytes.dropFirst(lowercase.count).lazy.map(lowercased)
        return rest.isEmpty || separators.contains { rest.starts(with: $0.utf8) }
    }
}

/// The instant at which the search that runs on this thread has to end.
package enum SearchDeadline {
    /// Nil without one.
    @TaskLocal package static var current: ContinuousClock.Instant?

    /// True if the deadline of the search has passed.
    package static var hasPassed: Bool { current.map { $0 <= .now } ?? false }
}

/// The distance between two positions on Earth, in kilometers.
package enum Distance {
    /// The haversine formula on a sphere of Earth's mean radius; arguments are latitudes and longitudes in degrees.
    package static func kilometers(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double)
        -> Double
    {
        let radian = Double.pi / 180
        let north = sin((latitude2 - latitude) * radian / 2)
        let east = sin((longitude2 - longitude) * radian / 2)
        let square = north * north + cos(latitude * radian) * cos(latitude2 * radian) * east * east
        return 2 * 6_371.0088 * asin(min(1, square.squareRoot()))
    }
}
