import HTTPTypes

/// What an address stands for.
enum Route: Sendable, Hashable {
    /// `/`
    case home
    /// `/news/top`: a page, or its changes as they happen.
    case feed(FeedAddress)
    /// `/news/top.atom`, `/news/top.json`
    case syndication(FeedAddress, Target.Suffix)
    /// `/api/news/top`: a document, or its changes as they happen.
    case document(FeedAddress)
    /// `/github/trending?language=swift`: where a form leads to, and on to the language's own address.
    case languages
    /// `/saved`
    case saved
    /// `/status`
    case status
    /// `/api/status`
    case ledger
    /// `/help`
    case help
    /// `/health`
    case health
    /// `/openapi.json`
    case openAPI
    /// `/assets/page.css`
    case asset(String)
    /// `/avatars/HASH`
    case avatar(String)
    /// `/login`
    case login
    /// What changes something.
    case action(Action)

    /// What can be changed; only by `POST`.
    enum Action: String, Sendable, Hashable, CaseIterable {
        case follow, unfollow, marks, seen, refresh, logout
    }

    /// Reads an address; nil where there is nothing.
    init?(_ target: Target) {
        let parts = target.parts
        switch (parts.first, target.suffix) {
        case ("openapi", .json) where parts.count == 1: self = .openAPI
        case ("assets", let suffix) where parts.count == 2: self = .asset(parts[1] + (suffix?.rawValue ?? ""))
        case ("api", let suffix):
            let rest = Array(parts.dropFirst())
            if suffix == nil, rest == ["status"] {
                self = .ledger
            } else if suffix == nil, let address = FeedAddress(rest) {
                self = .document(address)
            } else {
                return nil
            }
        case (_, let suffix?):
            guard let address = FeedAddress(parts) else { return nil }
            self = .syndication(address, suffix)
        case ("avatars", nil) where parts.count == 2: self = .avatar(parts[1])
        default:
            if let address = FeedAddress(parts) {
                self = .feed(address)
            } else if let route = Self.named[parts] {
                self = route
            } else if parts.count == 1, let action = Action(rawValue: parts[0]) {
                self = .action(action)
            } else {
                return nil
            }
        }
    }

    private static let named: [[String]: Route] = [
        []: .home, ["saved"]: .saved, ["status"]: .status, ["help"]: .help, ["github", "trending"]: .languages,
        ["health"]: .health, ["login"]: .login,
    ]

    /// The methods that it knows, as `Allow` tells them.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .action: [.post]
        case .login: [.get, .head, .post]
        default: [.get, .head]
        }
    }

    /// Whether it is answered to those who have not signed in.
    var isOpen: Bool {
        switch self {
        case .asset, .login, .health: true
        default: false
        }
    }

    /// Whether programs ask for it, who read JSON rather than pages.
    var isForPrograms: Bool {
        switch self {
        case .document, .ledger, .health, .openAPI: true
        default: false
        }
    }
}
