import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// A hub's question in a GET of the callback (WebSub, 5.3).
package struct HubVerification: Sendable, Hashable {
    /// `subscribe`, `unsubscribe` or `denied`.
    package let mode: String
    /// The topic that it is about.
    package let topic: String
    /// The text to send back.
    package let challenge: String?
    /// The length of the lease in seconds.
    package let leaseSeconds: Int?
    /// The reason for the hub's denial.
    package let reason: String?

    /// Reads parameters; nil without a mode and a topic, or with a challenge of more than 1024 characters.
    package init?(parameter: (String) -> String?) {
        guard let mode = parameter("hub.mode"), let topic = parameter("hub.topic") else { return nil }
        challenge = parameter("hub.challenge")
        if let challenge, challenge.utf8.count > 1024 { return nil }
        (self.mode, self.topic) = (mode.lowercased(), topic)
        leaseSeconds = parameter("hub.lease_seconds").flatMap { Int($0) }
        reason = parameter("hub.reason")
    }

    /// The change that a verification makes.
    package enum Decision: Sendable, Hashable {
        /// It matches no request: 404.
        case unknown
        /// The subscription is verified: send the challenge.
        case subscribed(challenge: String)
        /// The subscription ends: send the challenge.
        case unsubscribed(challenge: String)
        /// The hub doesn't deliver.
        case denied(reason: String?)
    }

    /// Decides by the subscription of the callback.
    package func decision(for subscription: HubSubscription) -> Decision {
        guard topic == subscription.topic else { return .unknown }
        switch (mode, challenge) {
        case ("denied", _): return subscription.isEnding ? .unknown : .denied(reason: reason)
        case ("subscribe", let challenge?) where !subscription.isEnding: return .subscribed(challenge: challenge)
        case ("unsubscribe", let challenge?) where subscription.isEnding: return .unsubscribed(challenge: challenge)
        default: return .unknown
        }
    }
}

/// The decision about a delivery.
package enum DeliveryDecision: Sendable, Hashable {
    /// Nobody follows the feed any more: 410.
    case unwanted
    /// It proves nothing, and changes nothing: 202, so that nobody can probe.
    case ignored
    /// It isn't signed: the feed is fetched.
    case hint
    /// It is the feed's document.
    case document

    /// Decides by the subscription of the callback.
    ///
    /// - Parameter signature: the value of `X-Hub-Signature`.
    package init(_ subscription: HubSubscription, signature: String?, body: Data) {
        guard subscription.isFollowed else {
            self = .unwanted
            return
        }
        guard subscription.verifiedAt != nil else {
            self = .ignored
            return
        }
        guard let secret = subscription.secret else {
            self = .hint
            return
        }
        let isValid = signature.flatMap(HubSignature.init)?.isValid(for: body, secret: secret) ?? false
        self = isValid ? .document : .ignored
    }
}

/// The reason for a hub's refusal of a subscription, for readers.
enum HubRefusal {
    /// The hub's own words on one line; empty if it gave no reason.
    static func text(_ reason: String?) -> String {
        SafeText(line: reason ?? "", atMost: 200).text
    }

    /// The hub's words, or else what failed.
    static func text(_ error: any Error) -> String {
        if case .status(_, let status, let body)? = error as? HTTPError {
            return text(body).isEmpty ? "\(status.code)" : text(body)
        }
        return text(FeedError(error).message)
    }
}

/// The value of `X-Hub-Signature`: `sha256=` and the HMAC of the body in hexadecimal digits (WebSub, 7).
package struct HubSignature: Sendable, Hashable {
    private let function: HashFunction
    private let code: [UInt8]

    /// Nil for an unknown method, and unless the code has the method's length.
    package init?(_ text: String) {
        let sides = text.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let function = HashFunction(rawValue: sides[0].lowercased()) else { return nil }
        let digits = Array(sides[1].utf8)
        guard digits.count == function.length * 2 else { return nil }
        var code: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            code.append(high << 4 | low)
        }
        (self.function, self.code) = (function, code)
    }

    /// True if the body was signed with this secret. Takes the same time wherever the codes differ.
    package func isValid(for body: Data, secret: String) -> Bool {
        zip(code, body.hmac(function, key: secret)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension HashFunction {
    /// The length of a code in bytes.
    fileprivate var length: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
