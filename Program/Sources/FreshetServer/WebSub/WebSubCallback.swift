import Dispatch
import Feeds
import Freshet
import Platform

/// The callbacks of hubs, and what asks hubs to use them.
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

    /// Processes what has been stored.
    func noteDelivery() { deliveries.accept(()) }

    /// Subscribes to hubs and processes deliveries.
    func run(in environment: FeedEnvironment, _ configuration: FreshetServer.Configuration) -> Observable<Never> {
        environment.subscribingToHubs(
            by: address, every: .milliseconds(configuration.hubInterval), deliveries: deliveries.asObservable())
    }
}
