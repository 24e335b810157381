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
            "\(days) days cannot be looked at; choose \(EONET.days.lowerBound) to \(EONET.days.upperBound)"
        case .noSuchCategory(let id):
            "EONET has no category “\(id)”; the list of categories tells those that there are, such as wildfires"
        case .unaskedNotModified(let url):
            "\(url.absoluteString) answered that nothing has changed, though it was asked for everything; try again without a cache between"
        }
    }
}
