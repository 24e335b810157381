public import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where notifications go.
public struct Sink: Sendable, Hashable, Codable {
    /// How they get there.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// `notify-send`.
        case desktop
        /// A command, which gets each item as a line of JSON on its standard input.
        case exec
        /// A POST request with JSON.
        case webhook
        /// A topic of ntfy.
        case ntfy
        /// A mail through `sendmail`.
        case email
    }

    /// How notifications get there.
    public var kind: Kind
    /// The command, the address of the webhook or the topic, or the mail address; empty for the desktop.
    public var target: String
    /// The key that webhooks are signed with, or ntfy's access token.
    public var secret: String?
    /// When notifications wait.
    public var quiet: QuietHours?
    /// When a digest is sent each day; nil if none is.
    public var digest: DailyDigest?

    /// A sink without quiet hours.
    public init(_ kind: Kind, target: String = "", secret: String? = nil, quiet: QuietHours? = nil) {
        self.kind = kind
        self.target = target
        self.secret = secret
        self.quiet = quiet
    }

    /// Why the sink can't work; nil if it may.
    public var problem: String? {
        switch kind {
        case .desktop: return target.isEmpty ? nil : "A desktop sink has no target."
        case .exec: return target.isEmpty ? "Give the command to run." : nil
        case .webhook, .ntfy:
            let url = URL(string: target)
            let isWeb = (url?.scheme == "https" || url?.scheme == "http") && url?.host()?.isEmpty == false
            return isWeb ? nil : "“\(target)” isn't a web address."
        case .email:
            let parts = target.split(separator: "@", omittingEmptySubsequences: false)
            let isAddress =
                parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !target.hasPrefix("-")
                && !target.contains { $0.isWhitespace || $0 == "," || $0 == "<" }
            return isAddress ? nil : "“\(target)” isn't a mail address."
        }
    }
}

/// A span of the day, such as 22:00-07:00.
public struct QuietHours: Sendable, Hashable, Codable {
    /// The beginning, in minutes since midnight.
    public var from: Int
    /// The end, in minutes since midnight.
    public var to: Int

    /// Reads `22:00-07:00`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = TimeOfDay.minutes(parts[0]), let to = TimeOfDay.minutes(parts[1]),
            from != to
        else { return nil }
        self.from = from
        self.to = to
    }

    /// Whether a minute of the day is within.
    public func contains(_ minute: Int) -> Bool {
        from < to ? from..<to ~= minute : minute >= from || minute < to
    }

    /// `22:00-07:00`
    public var words: String { TimeOfDay.words(from) + "-" + TimeOfDay.words(to) }
}

/// A digest that is sent once a day.
public struct DailyDigest: Sendable, Hashable, Codable {
    /// When, in minutes since midnight.
    public var minute: Int
    /// How far back it looks, in seconds.
    public var span: Int

    /// A digest at a minute of the day.
    public init(minute: Int, span: Int = 86_400) {
        self.minute = minute
        self.span = span
    }
}

/// Times of day as people type them.
public enum TimeOfDay {
    /// Minutes since midnight of `08:00`; nil for anything else.
    public static func minutes(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count), let hour = Int(parts[0]),
            let minute = Int(parts[1]), 0...23 ~= hour, 0...59 ~= minute
        else { return nil }
        return hour * 60 + minute
    }

    /// `08:00`
    public static func words(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// A sink in the store.
public struct NamedSink: Sendable, Identifiable {
    /// The name and how deliveries went.
    public let stored: StoredSink
    /// Where notifications go.
    public let sink: Sink

    /// The sink's id in the store.
    public var id: Int64 { stored.id }
    /// The sink's name.
    public var name: String { stored.name }
}

extension FeedEnvironment {
    /// The sinks by name, without those of a newer version.
    public func sinks() throws -> [NamedSink] {
        let decoder = JSONDecoder()
        return try store.sinks().compactMap { stored in
            do {
                return NamedSink(stored: stored, sink: try decoder.decode(Sink.self, from: stored.settings))
            } catch is DecodingError { return nil }
        }
    }

    /// Adds a sink; false if one of that name exists.
    public func add(_ sink: Sink, named name: String) throws -> Bool {
        try store.addSink(named: name, settings: try JSONEncoder().encode(sink), at: now())
    }
}
