import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The HTTP request that delivers a note.
package struct SinkRequest: Sendable {
    /// The request.
    package let request: HTTPRequest
    /// The request's body.
    package let body: Data

    /// The header field with a webhook's signature: `sha256=` and hexadecimal digits.
    static let signatureName = "X-Freshet-Signature"
    /// The header field with the note's id.
    static let idName = "X-Freshet-ID"

    /// Creates a request; nil for sinks that don't use HTTP.
    package init?(_ note: Note, to sink: Sink) throws {
        guard let url = URL(string: sink.target) else { return nil }
        var request = HTTPRequest(get: url)
        request.method = .post
        Self.add(Self.idName, note.id, to: &request)
        switch sink.kind {
        case .webhook:
            body = try note.json()
            request.headerFields[.contentType] = "application/json"
            if let secret = sink.secret {
                Self.add(Self.signatureName, "sha256=" + body.hmacSHA256(key: secret), to: &request)
            }
        case .ntfy:
            // Published as JSON, because titles in headers couldn't contain every character.
            let topic = url.lastPathComponent
            request.path = Self.folder(of: url)
            body = try JSONEncoder.documents.encode(
                Publication(topic: topic, title: note.title, message: note.body, click: note.url))
            request.headerFields[.contentType] = "application/json"
            if let secret = sink.secret { request.headerFields[.authorization] = "Bearer " + secret }
        case .desktop, .exec, .email: return nil
        }
        self.request = request
    }

    private static func add(_ name: String, _ value: String, to request: inout HTTPRequest) {
        if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }

    private static func folder(of url: URL) -> String {
        let parts = url.path(percentEncoded: true).split(separator: "/").dropLast()
        return "/" + parts.map { $0 + "/" }.joined()
    }

    private struct Publication: Encodable {
        let topic, title, message: String
        let click: String?
    }
}

/// The reason for sending nothing to a sink, although nothing failed. Notifications wait.
package enum SinkPause: Error, Sendable, Hashable, CustomStringConvertible {
    /// Sinks of the kind act as the server, and the account isn't an administrator's.
    case administratorsOnly(Sink.Kind)
    /// The owner of the email address hasn't confirmed it.
    case unconfirmed

    /// The name in documents.
    package var name: String {
        switch self {
        case .administratorsOnly: "administratorsOnly"
        case .unconfirmed: "unconfirmed"
        }
    }

    /// The reason and the remedy, in one or two sentences.
    package var description: String {
        switch self {
        case .administratorsOnly(let kind):
            "Only administrators' accounts may use \(kind.rawValue) destinations on this server. An administrator can allow "
                + "them to everybody (accounts.destinations in the configuration)."
        case .unconfirmed:
            "The address isn't confirmed yet. Open the link in the email that was sent to it. “Send link” on the page /sinks "
                + "sends another one."
        }
    }
}

extension FeedEnvironment {
    /// The reason why an account that isn't an administrator's can't use a sink; nil if it can.
    func pause(of sink: Sink) -> SinkPause? {
        guard sink.kind.actsAsServer else { return nil }
        if !memberSinks.contains(sink.kind) { return .administratorsOnly(sink.kind) }
        return sink.kind == .email && sink.isConfirmed != true ? .unconfirmed : nil
    }

    /// Returns true if the account may add sinks of a kind.
    package func mayAdd(_ kind: Sink.Kind) throws -> Bool {
        try !kind.actsAsServer || memberSinks.contains(kind) || isAdministrator()
    }

    /// Makes a new link that confirms the address of the account's sink of that name, in place of the former one.
    ///
    /// - Returns: the secret in the link, and the sink; nil if there is no such sink, or if it needs no link.
    package func makeConfirmation(ofSinkNamed name: String) throws -> (secret: String, sink: NamedSink)? {
        guard let sink = try sinks().first(where: { $0.name == name }), sink.pause == .unconfirmed else { return nil }
        let random = Secret.make()
        guard try change(sink, { $0.confirmationHash = random.hash }) else { return nil }
        return ("\(store.account)-\(sink.id)-\(random.text)", sink)
    }

    /// The sink of any account that a secret in a link confirms; nil if the secret is wrong or was replaced.
    package func sink(confirmedBy secret: String) throws -> (environment: FeedEnvironment, sink: NamedSink)? {
        let parts = secret.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let account = Account.ID(parts[0]), let id = Int64(parts[1]) else { return nil }
        let own = of(account)
        guard let sink = try own.sinks().first(where: { $0.id == id }),
            sink.sink.confirmationHash == Secret(String(parts[2])).hash
        else { return nil }
        return (own, sink)
    }

    /// Confirms the address of a sink, to which notifications are sent from then on; false if the sink has changed since.
    package func confirm(_ sink: NamedSink) throws -> Bool {
        try change(sink) { ($0.isConfirmed, $0.confirmationHash) = (true, nil) }
    }

    /// Changes a sink unless another one has its name by now, with another address or another link. One transaction.
    private func change(_ sink: NamedSink, _ change: (inout Sink) -> Void) throws -> Bool {
        var isSame = false
        try store.updateSink(named: sink.name) { settings in
            var changed = try StoredJSON.decode(Sink.self, from: settings)
            isSame =
                (changed.kind, changed.target, changed.confirmationHash)
                == (sink.sink.kind, sink.sink.target, sink.sink.confirmationHash)
            guard isSame else { return settings }
            change(&changed)
            return try StoredJSON.encode(changed)
        }
        return isSame
    }
}
