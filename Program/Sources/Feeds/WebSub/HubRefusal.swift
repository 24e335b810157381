import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// Why a hub refused a subscription, for readers.
enum HubRefusal {
    /// The hub's own words on one line; empty if it gave no reason.
    static func text(_ reason: String?) -> String {
        SafeText(line: reason ?? "", atMost: 200).text
    }

    /// The hub's words, or else what failed.
    static func text(_ error: any Error) -> String {
        if case .status(_, let status, let body)? = error as? HTTPError {
            return text(body).isEmpty ? "\(status.code)" : text(body)
        }
        return text(FeedError(error).message)
    }
}
