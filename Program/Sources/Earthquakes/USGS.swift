import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// The earthquake summary feeds of the United States Geological Survey.
///
/// Every stream is cold: each subscription makes one request. Documentation: earthquake.usgs.gov/earthquakes/feed.
package struct USGS: Sendable {
    private let transport: any HTTPTransport
    private let baseURL: URL

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary`.
    package static let publicAPI = URL(
        string: "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary")!  // cannot fail: a constant

    /// Makes requests with `transport`.
    package init(transport: any HTTPTransport, baseURL: URL = USGS.publicAPI) {
        self.transport = transport
        self.baseURL = baseURL
    }

    /// The earthquakes of a list; not modified if the transport sent validators that still match.
    package func summary(_ list: SummaryList) -> Single<Conditional<EarthquakeSummary>> {
        .deferred {
            let request = HTTPRequest(
                get: try baseURL.endpoint(list.fileName),
                headers: [.accept: "application/geo+json, application/json"])
            return transport.response(for: request, purpose: .summary).map { reply in
                reply.status == .notModified ? .notModified : .modified(try reply.decoded())
            }
        }
    }
}

extension RequestPurpose {
    /// A list of earthquakes.
    static let summary = RequestPurpose(rawValue: "summary")
}
