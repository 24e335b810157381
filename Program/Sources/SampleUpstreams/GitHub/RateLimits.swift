import Platform
import Synchronization

/// The used requests of each client and budget, in windows that begin with the first request.
final class RateLimits: Sendable {
    /// A budget of requests.
    enum Resource: String, Sendable {
        case core, search
    }

    /// The client.
    enum Payer: Hashable, Sendable {
        case anonymous
        case token(String)

        /// Returns true if the client may see a repository.
        ///
        /// Public repositories are open to all clients, private ones to tokens that begin with `vault`.
        func opens(_ repository: Repository) -> Bool {
            if case .token(let token) = self, token.hasPrefix("vault") { return true }
            return !repository.isPrivate
        }
    }

    /// A budget as in the `x-ratelimit-*` headers.
    struct Standing: Sendable {
        let limit: Int
        let used: Int
        let reset: Int
        let resource: Resource
        /// True if this request exceeded the budget.
        let isExceeded: Bool
        var remaining: Int { max(0, limit - used) }
    }

    private struct Account: Hashable {
        let payer: Payer
        let resource: Resource
    }

    private struct Window {
        var used: Int
        var end: Int
    }

    private let windows = Mutex<[Account: Window]>([:])
    private let configuration: SampleUpstreams.Configuration

    init(_ configuration: SampleUpstreams.Configuration) {
        self.configuration = configuration
    }

    /// Charges `cost`: 1 for a request, 0 to read the budget, -1 for a refund.
    func pay(_ cost: Int, by payer: Payer, for resource: Resource, at now: Date) -> Standing {
        let limit = limit(payer, resource)
        let second = Int(now.timeIntervalSince1970)
        return windows.withLock { windows in
            let account = Account(payer: payer, resource: resource)
            var window = windows[account] ?? Window(used: 0, end: 0)
            if window.end <= second { window = Window(used: 0, end: second + (resource == .search ? 60 : 3600)) }
            let isExceeded = cost > 0 && window.used >= limit
            window.used = max(0, min(limit, window.used + cost))
            windows[account] = window
            return Standing(
                limit: limit, used: window.used, reset: window.end, resource: resource, isExceeded: isExceeded)
        }
    }

    private func limit(_ payer: Payer, _ resource: Resource) -> Int {
        switch (payer, resource) {
        case (.anonymous, .core): configuration.gitHubLimit
        case (.token, .core): configuration.gitHubTokenLimit
        case (.anonymous, .search): configuration.gitHubSearchLimit
        case (.token, .search): configuration.gitHubSearchLimit * 3
        }
    }
}
