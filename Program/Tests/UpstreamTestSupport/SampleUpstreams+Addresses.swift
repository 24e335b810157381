import Catalog
import Feeds
import Foundation
import SampleUpstreams

extension SampleUpstreams {
    /// The base addresses of all upstreams, by their ids: a ``FeedEnvironment`` with these asks nobody else.
    package var addresses: [String: URL] { Self.addresses(at: baseURL) }

    /// The same for a server at this address.
    package static func addresses(at base: URL) -> [String: URL] {
        let values = Dictionary(variables(at: base).map { ($0.name, $0.value) }) { first, _ in first }
        let upstreams = FeedCatalog.all.upstreams.compactMap { upstream in
            upstream.addressVariable.flatMap { values[$0] }.flatMap(URL.init(string:)).map { (upstream.id, $0) }
        }
        return Dictionary(upstreams) { first, _ in first }
    }
}
