import GRDB
import Search
import Synchronization

/// Regular expressions in SQL.
enum PatternFunction {
    private static let parsed = Mutex<[String: TextPattern]>([:])
    private static let mostParsed = 32

    /// `feed_matches(pattern, text, …)`: whether the pattern matches one of the texts.
    static let function = DatabaseFunction("feed_matches", pure: true) { values in
        let texts = values.map { value in
            if case .string(let text) = value.storage { text } else { "" }
        }
        if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
        guard let source = texts.first, let pattern = try pattern(source) else { return false }
        return texts.dropFirst().contains { pattern.matches($0) }
    }

    private static func pattern(_ source: String) throws -> TextPattern? {
        if let known = parsed.withLock({ $0[source] }) { return known }
        let pattern = try TextPattern(source)
        parsed.withLock { parsed in
            if parsed.count >= mostParsed { parsed.removeAll() }
            parsed[source] = pattern
        }
        return pattern
    }
}
