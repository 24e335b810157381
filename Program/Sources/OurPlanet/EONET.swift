public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// NASA's Earth Observatory Natural Event Tracker, version 3 of its API: what happens in the natural world.
///
/// Every stream is cold: a subscription asks once. Failures are ``EONETError`` or `HTTPError`. The server is slow (a whole year took a
/// user 16 s) and often down for a while; it documents no limits, wants no key and sends no validators that are known of, so that those
/// that come are sent back. Documentation: eonet.gsfc.nasa.gov/docs/v3.
public struct EONET: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL
    let now: @Sendable () -> Date

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://eonet.gsfc.nasa.gov/api/v3`.
    public static let publicAPI = URL(string: "https://eonet.gsfc.nasa.gov/api/v3")!  // cannot fail: a constant

    /// Asks through `transport`; `now` is what the last N days are counted back from.
    public init(
        transport: any HTTPTransport, baseURL: URL = EONET.publicAPI, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.baseURL = baseURL
        self.now = now
    }

    /// What the upstream calls an event that has ended, or has not.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not ended, or nobody said so: most of these were last seen long ago.
        case open
        /// Ended.
        case closed
    }
}
