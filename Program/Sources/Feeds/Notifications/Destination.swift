import FeedStore
import Platform
import WebText

/// A destination of notifications.
package struct Destination: Sendable, Hashable, Codable {
    /// The channel of notifications.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// `notify-send`
        case desktop
        /// A shell command that reads each item as a line of JSON from standard input.
        case exec
        /// A POST request with JSON.
        case webhook
        /// An ntfy topic.
        case ntfy
        /// Mail through `sendmail`.
        case email

        /// True if a destination of the kind signs with a key, or has an access token.
        package var usesSecret: Bool { self == .webhook || self == .ntfy }

        /// True if a destination of the kind runs a program on the server's machine or sends email in its name.
        package var actsAsServer: Bool { self == .desktop || self == .exec || self == .email }
    }

    /// The channel of notifications.
    package var kind: Kind
    /// The command, the webhook's or topic's address, or the email address; empty for the desktop.
    package var target: String
    /// The key that signs webhooks, or the ntfy access token.
    package var secret: String?
    /// The hours in which notifications wait; nil for none.
    package var quiet: QuietHours?
    /// The daily digest; nil for none.
    package var digest: DailyDigest?
    /// True once the owner of the email address has confirmed it. Only accounts of administrators don't need that.
    package var isConfirmed: Bool?
    /// The hash of the secret in the link that confirms the address; nil if none was sent.
    package var confirmationHash: String?
    /// True if a web server that it posts to may be on this computer or a private network, as its account may choose one. Not stored.
    package internal(set) var mayReachPrivateNetworks = true

    private enum CodingKeys: CodingKey { case kind, target, secret, quiet, digest, isConfirmed, confirmationHash }

    /// A destination without quiet hours and digest.
    package init(_ kind: Kind, target: String = "", secret: String? = nil, quiet: QuietHours? = nil) {
        self.kind = kind
        self.target = target
        self.secret = secret
        self.quiet = quiet
    }

    /// The reason why the destination can't work; nil if no problem is known.
    package var problem: String? {
        switch kind {
        case .desktop: return target.isEmpty ? nil : "The desktop has no target."
        case .exec: return target.isEmpty ? "Give the command to run." : nil
        case .webhook where target.isEmpty: return "Give the web address to post to."
        case .ntfy where target.isEmpty: return "Give the topic's address, such as https://ntfy.sh/TOPIC."
        case .email where target.isEmpty: return "Give the email address to send to."
        case .webhook, .ntfy:
            let url = URL(string: target)
            let isWeb = (url?.scheme == "https" || url?.scheme == "http") && url?.host()?.isEmpty == false
            if !isWeb { return "“\(target)” isn't a web address." }
            let hasTopic = kind == .webhook || url?.pathComponents.last.map { $0 != "/" } == true
            return hasTopic ? nil : "“\(target)” has no topic. Use an address such as https://ntfy.sh/TOPIC."
        case .email:
            let parts = target.split(separator: "@", omittingEmptySubsequences: false)
            let isAddress =
                parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !target.hasPrefix("-")
                && !target.contains { $0.isWhitespace || $0 == "," || $0 == "<" }
            return isAddress ? nil : "“\(target)” isn't an email address."
        }
    }
}

/// A span of the day, such as 22:00-07:00.
package struct QuietHours: Sendable, Hashable, Codable {
    /// The start, in minutes since midnight.
    package var from: Int
    /// The end, in minutes since midnight.
    package var to: Int

    /// Reads `22:00-07:00`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = TimeOfDay.minutes(parts[0]), let to = TimeOfDay.minutes(parts[1]),
            from != to
        else { return nil }
        self.from = from
        self.to = to
    }

    /// True if it contains a minute of the day.
    package func contains(_ minute: Int) -> Bool {
        from < to ? from..<to ~= minute : minute >= from || minute < to
    }

    /// `22:00-07:00`
    package var words: String { TimeOfDay.words(from) + "-" + TimeOfDay.words(to) }
}

/// A digest that is sent once a day.
package struct DailyDigest: Sendable, Hashable, Codable {
    /// The time of day, in minutes since midnight.
    package var minute: Int
    /// The span that the digest covers, in seconds.
    package var span: Int
    /// The time of the request, after which it is first sent.
    package var since: Date?

    /// A digest at a minute of the day.
    package init(minute: Int, span: Int = 86_400, since: Date? = nil) {
        self.minute = minute
        self.span = span
        self.since = since
    }
}

/// Times of day as readers type them.
package enum TimeOfDay {
    /// The minutes since midnight of a time such as `08:00`; nil for anything else.
    package static func minutes(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // `Int` would also read signs.
        guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
            text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: ":") ~= $0 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), 0...23 ~= hour, 0...59 ~= minute
        else { return nil }
        return hour * 60 + minute
    }

    /// `08:00`
    package static func words(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// A stored destination.
package struct NamedDestination: Sendable, Identifiable {
    /// The stored name, queue and results of deliveries.
    package let stored: StoredDestination
    /// The decoded settings.
    package let destination: Destination
    /// The reason for sending nothing to it; nil if notifications are sent.
    package let pause: DestinationPause?

    /// The destination's id in the store.
    package var id: Int64 { stored.id }
    /// The destination's name.
    package var name: String { stored.name }
}

extension FeedEnvironment {
    /// The destinations by name. Leaves out destinations of kinds that this version doesn't know.
    package func destinations() throws -> [NamedDestination] {
        let stored = try store.destinations()
        if stored.isEmpty { return [] }
        let isAdministrator = try isAdministrator()
        return try stored.compactMap { try named($0, isAdministrator: isAdministrator) }
    }

    /// A stored destination of an account; nil if this version doesn't know its kind.
    func named(_ stored: StoredDestination, isAdministrator: Bool) throws -> NamedDestination? {
        do {
            var destination = try StoredJSON.decode(Destination.self, from: stored.settings)
            destination.mayReachPrivateNetworks = isAdministrator
            return NamedDestination(
                stored: stored, destination: destination, pause: isAdministrator ? nil : pause(of: destination))
        } catch is DecodingError { return nil }
    }

    /// Adds a destination; false if the name is taken. Fails with a ``DestinationPause`` if the account may have none of its kind.
    package func add(_ destination: Destination, named name: String) throws -> Bool {
        if try !mayAdd(destination.kind) { throw DestinationPause.administratorsOnly(destination.kind) }
        return try store.addDestination(named: name, settings: try StoredJSON.encode(destination), at: now())
    }
}

/// The destinations for programs, without secrets; see `docs/json.md`.
package struct DestinationsDocument: JSONDocument {
    private let destinations: [DestinationFields]

    /// The destinations by name.
    package init(_ destinations: [NamedDestination]) { self.destinations = destinations.map(DestinationFields.init) }
}

/// Says that a destination has accepted a test notification.
package struct AcceptedTestDocument: JSONDocument {
    private let name: String
    private let isAccepted = true

    /// - Parameter name: the destination's name.
    package init(name: String) { self.name = name }
}

struct DestinationFields: Encodable {
    private let name, kind, target: String
    @OrNull private var quiet: String?
    @OrNull private var digest: String?
    @OrNull private var deliveredAt: String?
    @OrNull private var error: String?
    @OrNull private var retryAt: String?
    @OrNull private var paused: String?
    private let waiting, failures: Int

    init(_ destination: NamedDestination) {
        name = destination.name
        kind = destination.destination.kind.rawValue
        target = destination.destination.target
        quiet = destination.destination.quiet?.words
        digest = (destination.destination.digest?.minute).map(TimeOfDay.words)
        waiting = destination.stored.waiting
        deliveredAt = destination.stored.deliveredAt?.internetDateTime
        failures = destination.stored.failures
        error = destination.stored.error
        paused = destination.pause?.name
        retryAt = destination.stored.retryAt?.internetDateTime
    }
}
