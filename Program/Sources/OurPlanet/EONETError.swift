import Platform

/// An error of EONET beyond `HTTPError`.
package enum EONETError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number isn't within ``EONET/days``.
    case invalidDays(Int)
    /// The category doesn't exist.
    case noSuchCategory(String)
    /// A 304 for a request without validators.
    case unaskedNotModified(URL)

    /// What was wrong and what to do.
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
