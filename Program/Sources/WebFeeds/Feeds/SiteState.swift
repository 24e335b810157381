import FeedStore
import Feeds
import FreshetHTTP
import HTTPTypes
import Platform

/// The state of a web feed besides its items.
struct SiteState: Codable {
    /// The feed's current address; nil if it is the given one.
    var current: URL?
    /// The target of the last permanent redirect. The second time in a row it becomes the current address.
    var movedTo: URL?
    /// The address of the page that names the feed; nil if the user gave the feed's own.
    var namedBy: URL?
    /// True if a page's link led to the current address, rather than redirects.
    private(set) var isLinked: Bool?
    /// The user and password that the feed needs.
    var credentials: FeedCredentials?
    /// The format of its document when it last changed; nil if an earlier version stored the feed.
    var format: FeedFormat?
    /// The icon that it named then.
    var icon: URL?
    /// The page of its site that it named then.
    var homePage: URL?
    /// The intervals that the feed requested when it last changed.
    var pacing: WebFeedPacing?
    /// The date of its newest item then.
    var newest: Date?
    /// The hub that it named then.
    var hub: HubLinks?
    /// The ids that several items have shared, the last ones; nil if an earlier version stored the feed.
    private(set) var sharedIDs: [String]?

    private static let maximumSharedIDs = 1000

    private enum CodingKeys: CodingKey {
        case current, movedTo, namedBy, isLinked, format, icon, homePage, pacing, newest, hub, sharedIDs, credentials
    }

    /// Decodes a snapshot.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(SiteState.self) ?? SiteState() }

    /// The state of a feed that hasn't been fetched.
    init(_ credentials: FeedCredentials) { self.credentials = credentials }

    /// Decodes the form for the store; empty if another version stored it.
    init(_ extra: Data) { self.init(Snapshot(extra: extra)) }

    private init() {}

    /// The encoded form for the store.
    func extra() throws -> Data { try StoredJSON.encode(self) }

    /// Remembers ids that several items share.
    mutating func note(shared ids: some Sequence<String>) {
        let known = sharedIDs ?? []
        let new = Set(ids).subtracting(known).sorted()
        sharedIDs = Array((known + new).suffix(Self.maximumSharedIDs))
    }

    /// Forgets the current address if the given one serves the feed again.
    mutating func forgetAddress(unless isMoved: Bool) {
        if !isMoved { (current, isLinked) = (nil, nil) }
    }

    /// Records the address of a response.
    mutating func saw(_ answer: SiteRequest.Response, asked: URL) {
        if answer.wasNamedByPage {
            // The page names the feed; further requests go to the feed directly.
            (current, movedTo, isLinked) = (answer.url, nil, true)
        } else if let movedTo = answer.movedTo, movedTo != asked {
            current = movedTo == self.movedTo ? movedTo : current
            self.movedTo = movedTo
        } else {
            movedTo = nil
        }
    }
}

/// The user and password of a feed's address, kept apart from the address: it is printed, exported and part of the feed's key.
struct FeedCredentials: Codable, Hashable, Sendable {
    /// The value of `Authorization` (RFC 7617).
    private let authorization: String
    /// The address to which they belong.
    private let address: URL

    /// The credentials in an address; nil without a user.
    init?(in address: URL) {
        guard let user = address.user(percentEncoded: false), let bare = address.withoutCredentials else { return nil }
        let pair = user + ":" + (address.password(percentEncoded: false) ?? "")
        authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        self.address = bare
    }

    /// True if they are sent to an address, which then has their origin.
    func areFor(_ url: URL) -> Bool { address.sharesCredentials(with: url) }

    /// Adds them to a request for an address, if it has their origin.
    func add(to headers: inout HTTPFields, for url: URL) {
        if areFor(url) { headers[.authorization] = authorization }
    }
}

extension URL {
    /// The address without user and password; nil if it can't be written.
    var withoutCredentials: URL? {
        if user() == nil, password() == nil { return self }
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password) = (nil, nil)
        return parts.url
    }
}
