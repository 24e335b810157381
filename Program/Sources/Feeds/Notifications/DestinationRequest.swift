import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The HTTP request that delivers a message.
package struct DestinationRequest: Sendable {
    /// The request.
    package let request: HTTPRequest
    /// The request's body.
    package let body: Data

    /// The header field with a webhook's signature: `sha256=` and hexadecimal digits.
    static let signatureName = "X-Freshet-Signature"
    /// The header field with the message's id.
    static let idName = "X-Freshet-ID"

    /// Creates a request; nil for destinations that don't use HTTP.
    package init?(_ note: OutgoingMessage, to destination: Destination) throws {
        guard let url = URL(string: destination.target) else { return nil }
        var request = HTTPRequest(get: url)
        request.method = .post
        Self.add(Self.idName, note.id, to: &request)
        switch destination.kind {
        case .webhook:
            body = try note.json()
            request.headerFields[.contentType] = "application/json"
            if let secret = destination.secret {
                Self.add(Self.signatureName, "sha256=" + body.hmacSHA256(key: secret), to: &request)
            }
        case .ntfy:
            // Published as JSON, because titles in headers couldn't contain every character.
            let topic = url.lastPathComponent
            request.path = Self.folder(of: url)
            body = try JSONEncoder.documents.encode(
                Publication(topic: topic, title: note.title, message: note.body, click: note.url))
            request.headerFields[.contentType] = "application/json"
            if let secret = destination.secret { request.headerFields[.authorization] = "Bearer " + secret }
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

/// The reason for sending nothing to a destination, although nothing failed. Notifications wait.
package enum DestinationPause: Error, Sendable, Hashable, CustomStringConvertible {
    /// Destinations of the kind act as the server, and the account isn't an administrator's.
    case administratorsOnly(Destination.Kind)
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
            "The address isn't confirmed yet. Open the link in the email that was sent to it. “Send link” on the page /destinations "
                + "sends another one."
        }
    }
}

extension FeedEnvironment {
    /// The reason why an account that isn't an administrator's can't use a destination; nil if it can.
    func pause(of destination: Destination) -> DestinationPause? {
        guard destination.kind.actsAsServer else { return nil }
        if !memberDestinations.contains(destination.kind) { return .administratorsOnly(destination.kind) }
        return destination.kind == .email && destination.isConfirmed != true ? .unconfirmed : nil
    }

    /// Returns true if the account may add destinations of a kind.
    package func mayAdd(_ kind: Destination.Kind) throws -> Bool {
        try !kind.actsAsServer || memberDestinations.contains(kind) || isAdministrator()
    }

    /// Makes a new link that confirms the address of the account's destination of that name, in place of the former one.
    ///
    /// - Returns: the secret in the link, and the destination; nil if there is no such destination, or if it needs no link.
    package func makeConfirmation(ofDestinationNamed name: String) throws -> (
        secret: String, destination: NamedDestination
    )? {
        guard let destination = try destinations().first(where: { $0.name == name }), destination.pause == .unconfirmed
        else { return nil }
        let random = Secret.make()
        guard try change(destination, { $0.confirmationHash = random.hash }) else { return nil }
        return ("\(store.account)-\(destination.id)-\(random.text)", destination)
    }

    /// The destination of any account that a secret in a link confirms; nil if the secret is wrong or was replaced.
    package func destination(confirmedBy secret: String) throws -> (
        environment: FeedEnvironment, destination: NamedDestination
    )? {
        let parts = secret.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let account = Account.ID(parts[0]), let id = Int64(parts[1]) else { return nil }
        let own = of(account)
        guard let destination = try own.destinations().first(where: { $0.id == id }),
            destination.destination.confirmationHash == Secret(String(parts[2])).hash
        else { return nil }
        return (own, destination)
    }

    /// Confirms the address of a destination, to which notifications are sent from then on; false if the destination has changed since.
    package func confirm(_ destination: NamedDestination) throws -> Bool {
        try change(destination) { ($0.isConfirmed, $0.confirmationHash) = (true, nil) }
    }

    /// Changes a destination unless another one has its name by now, with another address or another link. One transaction.
    private func change(_ destination: NamedDestination, _ change: (inout Destination) -> Void) throws -> Bool {
        var isSame = false
        try store.updateDestination(named: destination.name) { settings in
            var changed = try StoredJSON.decode(Destination.self, from: settings)
            isSame =
                (changed.kind, changed.target, changed.confirmationHash)
                == (
                    destination.destination.kind, destination.destination.target,
                    destination.destination.confirmationHash
                )
            guard isSame else { return settings }
            change(&changed)
            return try StoredJSON.encode(changed)
        }
        return isSame
    }
}
