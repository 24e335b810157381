import FreshetHTTP
import Platform

/// NASA's Earth Observatory Natural Event Tracker, version 3 of its API.
///
/// Every stream is cold: each subscription makes its own requests. Errors are ``EONETError`` or `HTTPError`. The server is slow (16 s for
/// a year of events) and often down for a while. It documents no limits, needs no key, and is not known to send validators; those that
/// it sends are sent back. Documentation: eonet.gsfc.nasa.gov/docs/v3.
package struct EONET: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL
    let now: @Sendable () -> Date

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://eonet.gsfc.nasa.gov/api/v3`.
    package static let publicAPI = URL(string: "https://eonet.gsfc.nasa.gov/api/v3")!  // cannot fail: a constant

    /// Makes requests with `transport`. Days are counted back from `now`.
    package init(
        transport: any HTTPTransport, baseURL: URL = EONET.publicAPI, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.baseURL = baseURL
        self.now = now
    }

    /// Whether an event has ended.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not ended, or not reported as ended: most of these were last seen long ago.
        case open
        /// Ended.
        case closed
    }
}
