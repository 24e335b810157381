import Dispatch
import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform

/// The callbacks of hubs, and the subscriptions at hubs.
final class WebSubCallback: Sendable {
    /// The first part of the paths of callbacks; the key is the second one.
    static let root = "websub"

    /// The address before the key; nil if the server has no public address with encryption.
    let address: String?
    /// Requests that read the store or a body at the same time.
    let requests = Counter()
    /// The maximum number of requests at the same time.
    static let maximumRequests = 32
    private let deliveries = PublishRelay<Void>()

    init(_ publicURL: PublicURL?) {
        address = publicURL.flatMap { $0.isSecure ? $0.address + "/" + Self.root + "/" : nil }
    }

    /// Announces a stored delivery, which is processed then.
    func noteDelivery() { deliveries.accept(()) }

    /// Subscribes to hubs and processes deliveries.
    func run(in environment: FeedEnvironment, _ configuration: ServerOptions) -> Observable<Never> {
        environment.subscribingToHubs(
            by: address, every: .milliseconds(configuration.hubInterval), deliveries: deliveries.asObservable())
    }
}

extension RequestHandler {
    /// Answers a hub that verifies a subscription.
    func verify(_ incoming: IncomingRequest) -> Handling {
        let (key, target) = (incoming.path["secret"], incoming.target)
        guard let verification = HubVerification(parameter: { target[$0] }) else { return .now(Self.noCallback) }
        return .later(incoming) {
            try await withCallback(key, incoming) { subscription, context in
                guard let text = try context.environment.verify(verification, of: subscription) else {
                    return Self.noCallback
                }
                return Self.plain(.ok, text)
            }
        }
    }

    /// Stores the delivery of a hub, which is processed after the response.
    func receive(_ incoming: IncomingRequest) -> Handling {
        guard incoming.source.maySend else { return .now(blocked(incoming)) }
        return .later(incoming) { try await receive(incoming.path["secret"], incoming) }
    }

    private func receive(_ key: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        // The body of a wrong key isn't read.
        try await withCallback(key, incoming) { _, _ in
            nil
        } body: { subscription in
            guard let body = try await readBody(incoming) else {
                return Self.plain(.contentTooLarge, "")
            }
            let headers = incoming.request.headers
            let context = context
            let answer = try await context.blocking {
                try context.environment.receive(
                    Data(body.readableBytesView), contentType: headers[.contentType], signature: headers[.hubSignature],
                    at: subscription)
            }
            switch answer {
            case .accepted:
                context.shared.webSub.noteDelivery()
                return Self.plain(.accepted, "")
            case .gone: return Self.plain(.gone, "")
            case .busy:
                var response = Self.plain(.serviceUnavailable, "")
                response.headers[.retryAfter] = "60"
                return response
            }
        }
    }

    /// Finds the subscription of a key, unless too many requests arrive.
    private func withCallback(
        _ key: String, _ incoming: IncomingRequest,
        _ answer: @escaping @Sendable (HubSubscription, ServerContext) throws -> ServerResponse?,
        body: (HubSubscription) async throws -> ServerResponse = { _ in RequestHandler.noCallback }
    ) async throws -> ServerResponse {
        let webSub = context.shared.webSub
        webSub.requests.add(1)
        defer { webSub.requests.add(-1) }
        guard webSub.requests.value <= WebSubCallback.maximumRequests else {
            return Self.plain(.serviceUnavailable, "")
        }
        let context = context
        let found = try await context.blocking { () -> (HubSubscription, ServerResponse?)? in
            guard let subscription = try context.environment.hubSubscription(withKey: key) else { return nil }
            return (subscription, try answer(subscription, context))
        }
        guard let (subscription, response) = found else { return Self.noCallback }
        if let response { return response }
        return try await body(subscription)
    }

    private static let noCallback = plain(.notFound, "")

    /// Exactly this text, which no browser takes for anything else: the challenge is the hub's.
    private static func plain(_ status: HTTPResponse.Status, _ text: String) -> ServerResponse {
        ServerResponse(
            status: status, headers: [.cacheControl: "no-store"],
            body: .content(EncodedBody("text/plain; charset=utf-8", ByteBuffer(string: text))))
    }
}

extension HTTPField.Name {
    // It is a token.
    fileprivate static let hubSignature = HTTPField.Name("X-Hub-Signature").unsafelyUnwrapped
}
