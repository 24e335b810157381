import Platform

/// A made-up story with its comments, derived from its number; those before the start are negative.
///
/// A story has 64 item ids: its own, those of its comments, and three for a poll's options.
struct NewsStory: Sendable {
    let ordinal: Int
    let date: Date
    let kind: Kind
    private let seed: UInt64
    /// Seconds between comments.
    private let gap: Double
    private let comments: Int
    private let fame: Int
    private let fameHalfTime: Double

    enum Kind: Sendable {
        case link, ask, show, job, poll, dead, deleted
        /// The lists contain it, but the item is null.
        case missing
        /// A title with entities.
        case entities
        /// A job with `url: ""`, as old ones have.
        case jobWithoutAddress
        /// A story with neither address nor text, and with control characters in its title.
        case bare
    }

    static let idsPerStory = 64
    static let mostComments = 58
    static let firstID = 41_000_000

    init(_ ordinal: Int, world: World) {
        self.ordinal = ordinal
        seed = world.seed
        var chance = SeededRandom(world.seed, "story", ordinal)
        let spacing = ordinal < 0 ? 60 : world.pace(30)
        let offset = ((Double(ordinal) + chance.fraction(0.1..<0.8)) * spacing).rounded(.down)
        date = world.start.addingTimeInterval(offset)
        kind = Self.kind(of: ordinal)
        gap = world.pace(chance.fraction(30..<600))
        let warmth = chance.fraction()
        comments = Int(warmth * warmth * warmth * Double(Self.mostComments))
        fame = 2 + Int(warmth * warmth * chance.fraction() * 900)
        fameHalfTime = world.pace(2 * 3600)
    }

    private static func kind(of ordinal: Int) -> Kind {
        let place = ((ordinal % 100) + 100) % 100
        switch place {
        case 96: return .missing
        case 94: return .deleted
        case 92: return .dead
        case 90: return .jobWithoutAddress
        case 88: return .ask
        case 86: return .poll
        case 84: return .entities
        case 82: return .bare
        case 5, 38, 71: return .job
        default: return place % 10 == 3 ? .ask : place % 10 == 7 ? .show : .link
        }
    }

    var id: Int { Self.firstID + ordinal * Self.idsPerStory }
    var author: String {
        var chance = SeededRandom(seed, "author", ordinal)
        return chance.one(of: NewsWords.authors)
    }

    /// Grows to its final score, half of it within two hours.
    func score(at now: Date) -> Int {
        let age = max(0, now.timeIntervalSince(date))
        return 1 + Int(Double(fame) * age / (age + fameHalfTime))
    }

    /// The number of comments at all depths.
    func descendants(at now: Date) -> Int {
        switch kind {
        case .job, .jobWithoutAddress, .dead, .deleted, .missing: 0
        default: max(0, min(comments, Int(now.timeIntervalSince(date) / gap)))
        }
    }

    func date(ofComment number: Int) -> Date { date.addingTimeInterval((Double(number) * gap).rounded(.down)) }

    /// The parent of a comment; 0 is the story.
    func parent(ofComment number: Int) -> Int {
        var chance = SeededRandom(seed, "parent", id + number)
        return number == 1 || chance.happens(onceIn: 2) ? 0 : chance.number(1..<number)
    }

    /// The answers to a comment or the story, by rank.
    func kids(of number: Int, at now: Date) -> [Int] {
        let count = descendants(at: now)
        guard count > number else { return [] }
        return ((number + 1)...count).filter { parent(ofComment: $0) == number }
            .sorted { rank($0) < rank($1) }.map { id + $0 }
    }

    private func rank(_ comment: Int) -> UInt64 {
        var chance = SeededRandom(seed, "rank", id + comment)
        return chance.next()
    }

    func chance(_ topic: String, _ number: Int = 0) -> SeededRandom { SeededRandom(seed, topic, id + number) }
}
