#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What goes wrong with EONET beyond `HTTPError`.
public enum EONETError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not within ``EONET/days``.
    case invalidDays(Int)
    /// The upstream has no category of this id.
    case noSuchCategory(String)
    /// 304 for a request that told of nothing known.
    case unaskedNotModified(URL)

    /// What was wrong and what to do.
    public var description: String {
        switch self {
        case .invalidDays(let days):
            "\(days) days aren't available. Choose \(EONET.days.lowerBound) to \(EONET.days.upperBound) days."
        case .noSuchCategory(let id):
            "EONET has no category “\(id)”. Use one from the list of categories, such as wildfires."
        case .unaskedNotModified(let url):
            "\(url.absoluteString) responded 304 Not Modified to a request for everything. Try again without a cache in between."
        }
    }
}
