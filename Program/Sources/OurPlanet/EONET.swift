import Feeds
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

    /// The status of an event.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not ended, or not reported as ended: most of these were last seen long ago.
        case open
        /// Ended.
        case closed
    }
}

extension RequestPurpose {
    /// The categories by name.
    static let categories = RequestPurpose(rawValue: "categories")
    /// The open events of a category.
    static let openEvents = RequestPurpose(rawValue: "openEvents")
    /// The closed events of a category.
    static let closedEvents = RequestPurpose(rawValue: "closedEvents")
}

/// An error of EONET beyond `HTTPError`.
package enum EONETError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number isn't within ``EONET/days``.
    case invalidDays(Int)
    /// The category doesn't exist.
    case noSuchCategory(String)
    /// A 304 for a request without validators.
    case unaskedNotModified(URL)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .invalidDays(let days):
            "\(days) days aren't available. Choose \(EONET.days.lowerBound) to \(EONET.days.upperBound) days."
        case .noSuchCategory(let id):
            "EONET has no category “\(id)”. Use one from the list of categories, such as wildfires."
        case .unaskedNotModified(let url):
            "\(url.absoluteString) responded 304 Not Modified to an unconditional request. Try again without a caching proxy."
        }
    }
}

extension EONETError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError { FeedError(kind: "wrongQuestion", message: description) }
}
