import Feeds
import HTTPTypes
import ReaderApps

/// What an address leads to.
enum Route: Sendable, Hashable {
    /// `/`
    case home
    /// `/UPSTREAM/FEED`: a page, or its changes as events.
    case feed(Feed)
    /// `/UPSTREAM/FEED.atom`, `/UPSTREAM/FEED.json`
    case syndication(Feed, Target.Suffix)
    /// `/api/UPSTREAM/FEED`: a document, or its changes as events.
    case document(Feed)
    /// A form that names an item of the path, such as `/…/trending?language=swift`.
    case parameter(FeedControls.Parameter)
    /// `/unread`, `/saved`, `/muted` and, for programs, `/api/unread`, `/api/saved`, `/api/muted`.
    case list(ItemListPage.Kind, isForPrograms: Bool)
    /// `/search`, `/api/search`
    case search(isForPrograms: Bool)
    /// `/rules`, `/api/rules`
    case rules(isForPrograms: Bool)
    /// `/sinks`, `/api/sinks`
    case sinks(isForPrograms: Bool)
    /// `/following`, `/api/following`
    case following(isForPrograms: Bool)
    /// `/export.json`, `/export.opml`
    case export(ExportFormat)
    /// `/status`, `/api/status`
    case status(isForPrograms: Bool)
    /// `/help`
    case help
    /// `/components`
    case components
    /// `/health`
    case health
    /// `/openapi.json`
    case openAPI
    /// `/assets/page.css`
    case asset(String)
    /// `/avatars/HASH`; with `?kept=1` only what is cached.
    case avatar(String)
    /// `/pictures/SIGNATURE?feed=…&url=…`; with `kept=1` only what is cached.
    case picture(signature: String)
    /// `/icons/SIGNATURE?feed=…`; with `kept=1` only what is cached.
    case icon(signature: String)
    /// `/websub/KEY`: the callback of a subscription, for the hub.
    case webSub(key: String)
    /// `/feeds/SECRET/unread.atom`: a list of the account with that secret, for other programs.
    case personalFeed(secret: String, PersonalFeed, Target.Suffix)
    /// `/confirm/SECRET`: confirms the address of a destination, by a link in an email.
    case confirmation(secret: String)
    /// `/login`
    case login
    /// `/account`: what the reader signs in with, and the accounts for administrators.
    case account
    /// The API of a reader app, and the path below its base.
    case readerApp(ReaderAPI, path: String)
    /// A change, only by `POST`.
    case action(Action)

    /// What can be changed.
    enum Action: String, Sendable, Hashable, CaseIterable {
        case follow, unfollow, `import`, marks, mute, preferences, visit, playback, refresh, logout
        case fullText = "full-text"
    }

    /// Reads an address; nil if there is nothing at it.
    init?(_ target: Target, _ catalog: FeedCatalog) {
        if let (api, path) = ReaderAPI.find(target.path) {
            self = .readerApp(api, path: path)
            return
        }
        var parts = target.parts
        switch (parts.first, target.suffix) {
        case ("export", .json) where parts.count == 1: self = .export(.json)
        case ("openapi", .json) where parts.count == 1: self = .openAPI
        case ("assets", let suffix) where parts.count == 2: self = .asset(parts[1] + (suffix?.rawValue ?? ""))
        case ("avatars", nil) where parts.count == 2: self = .avatar(parts[1])
        case ("pictures", nil) where parts.count == 2: self = .picture(signature: parts[1])
        case (WebSubCallback.root, nil) where parts.count == 2: self = .webSub(key: parts[1])
        case (Self.confirmationRoot, nil) where parts.count == 2: self = .confirmation(secret: parts[1])
        case ("icons", nil) where parts.count == 2: self = .icon(signature: parts[1])
        case (PersonalFeed.root, let suffix?) where parts.count > 2:
            guard let feed = PersonalFeed(parts.dropFirst(2)) else { return nil }
            self = .personalFeed(secret: parts[1], feed, suffix)
        case ("api", nil):
            parts.removeFirst()
            if let route = Self.forPrograms[parts] {
                self = route
            } else if let feed = catalog.feed(path: parts) {
                self = .document(feed)
            } else {
                return nil
            }
        case (_, let suffix?):
            guard let feed = catalog.feed(path: parts) else { return nil }
            self = .syndication(feed, suffix)
        default:
            if let route = Self.forPeople[parts] {
                self = route
            } else if parts.count == 1, let action = Action(rawValue: parts[0]) {
                self = .action(action)
            } else if let feed = catalog.feed(path: parts) {
                self = .feed(feed)
            } else if let parameter = catalog.parameters.first(where: { $0.path == parts }) {
                self = .parameter(parameter)
            } else {
                return nil
            }
        }
    }

    /// The first part of the addresses that confirm a destination.
    static let confirmationRoot = "confirm"

    private static let forPeople: [[String]: Route] = [
        []: .home, ["unread"]: .list(.unread, isForPrograms: false), ["saved"]: .list(.saved, isForPrograms: false),
        ["muted"]: .list(.muted, isForPrograms: false), ["rules"]: .rules(isForPrograms: false),
        ["sinks"]: .sinks(isForPrograms: false),
        ["search"]: .search(isForPrograms: false), ["status"]: .status(isForPrograms: false), ["help"]: .help,
        ["components"]: .components,
        ["health"]: .health, ["login"]: .login, ["account"]: .account, ["following"]: .following(isForPrograms: false),
        ["export.opml"]: .export(.opml),
        // At the root, because a service worker only handles addresses below its own.
        ["worker.js"]: .asset("worker.js"),
    ]

    private static let forPrograms: [[String]: Route] = [
        ["unread"]: .list(.unread, isForPrograms: true), ["saved"]: .list(.saved, isForPrograms: true),
        ["muted"]: .list(.muted, isForPrograms: true), ["rules"]: .rules(isForPrograms: true),
        ["sinks"]: .sinks(isForPrograms: true),
        ["search"]: .search(isForPrograms: true), ["status"]: .status(isForPrograms: true),
        ["following"]: .following(isForPrograms: true),
    ]

    /// The addresses of everything but feeds, actions, and files whose names are hashes.
    static var fixedPaths: [String] {
        forPeople.keys.map { "/" + $0.joined(separator: "/") }.sorted()
            + forPrograms.keys.map { "/api/" + $0.joined(separator: "/") }.sorted() + ["/export.json", "/openapi.json"]
    }

    /// The allowed methods, in the order of the `Allow` header.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .action: [.post]
        case .webSub: [.get, .post]
        case .readerApp: [.get, .head, .post, .put, .delete]
        case .login, .account, .rules, .sinks, .confirmation, .following(isForPrograms: false): [.get, .head, .post]
        default: [.get, .head]
        }
    }

    /// The names of the query's parameters; nil where any are ignored.
    var parameters: [String]? {
        switch self {
        case .feed:
            [
                "limit", "days", "type", "q", "order", "unread", "muted", "seen", "shown", "again", "item", "part",
            ]
        case .document: ["limit", "days", "order", "type", "unread", "seen"]
        case .syndication: ["limit", "days"]
        case .parameter(let parameter): [parameter.name]
        case .list(_, isForPrograms: true): ["limit", "feed", "folder", "shown", "again"]
        case .list: ["limit", "feed", "folder", "shown", "again", "offset", "order", "q"]
        case .search: ["q", "in", "sort", "limit"]
        case .rules: ["rule"]
        case .picture: ["feed", "url", "kept"]
        case .icon: ["feed", "kept"]
        case .following(isForPrograms: false): ["q", "undo"]
        case .following, .export, .sinks, .status: []
        case .home, .help, .components, .health, .openAPI, .asset, .avatar, .login, .account, .action, .readerApp,
            .webSub, .confirmation,
            // Checked after the secret.
            .personalFeed:
            nil
        }
    }

    /// The maximum size of a request's body in bytes.
    var largestBody: Int {
        switch self {
        case .action(.import): 16 << 20
        // Thousands of feeds may be selected.
        case .following: 1 << 20
        case .readerApp: ReaderAPI.largestBody
        case .webSub: 3 << 20
        default: 64 << 10
        }
    }

    /// Whether the route can be used without signing in.
    var isOpen: Bool {
        switch self {
        case .asset, .login, .health, .webSub, .personalFeed, .confirmation: true
        default: false
        }
    }

    /// Whether the response is for programs, which read JSON and not pages.
    var isForPrograms: Bool {
        switch self {
        case .document, .following(isForPrograms: true), .export, .health, .openAPI, .list(_, isForPrograms: true),
            .search(isForPrograms: true), .status(isForPrograms: true), .rules(isForPrograms: true),
            .sinks(isForPrograms: true), .readerApp, .personalFeed:
            true
        default: false
        }
    }
}

extension FeedCatalog {
    /// The typed path components of the feeds in menus.
    var parameters: [FeedControls.Parameter] {
        upstreams.flatMap(\.menu).compactMap(\.feed.controls.parameter)
    }
}
