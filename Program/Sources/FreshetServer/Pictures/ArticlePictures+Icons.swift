import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import NIOCore
import Platform
import WebText

/// Icons of the sites of feeds, fetched and cached like pictures in articles.
extension ArticlePictures {
    /// The text that is signed in place of a picture's address: no address is like it.
    private static let signed = "icon"
    /// The time that readers wait for an icon.
    ///
    /// A page shows many, and browsers send few requests at the same time: letters replace icons that arrive later.
    private static let patience = RxTimeInterval.milliseconds(250)
    /// The time that a program waits for an icon.
    private static let programPatience = RxTimeInterval.seconds(5)
    /// The seconds until a site is asked again, whether it has an icon or not.
    private static let maximumAge: TimeInterval = 30 * 86_400

    /// The path of the icon of a feed's site.
    func iconPath(of feed: Feed) -> String {
        "/icons/\(signature.of(Self.signed, in: feed.key))?feed=\(feed.key.rawValue.percentEncoded)"
    }

    /// The cached icon, or the one that arrives immediately; otherwise the first letter of the feed's name. Nil if no page names it.
    func icon(of feed: FeedKey, titled title: String, signed signature: String) async -> Picture? {
        guard self.signature.matches(signature, Self.signed, in: feed) else { return nil }
        return await fetches.picture(iconName(of: feed), iconRequest(of: feed, within: Self.patience))
            ?? Picture(letter: LetterIcon(of: title))
    }

    /// The cached icon of a feed's site, or the one that arrives in time; nil if there is none.
    /// - Parameter waits: true to wait for an icon that has to be fetched.
    func icon(of feed: Feed, waits: Bool) async -> Picture? {
        let timeout = waits ? Self.programPatience : .milliseconds(0)
        return await fetches.picture(iconName(of: feed.key), iconRequest(of: feed.key, within: timeout))
    }

    /// The cached icon of a feed's site as a page may contain it.
    /// - Parameter mayFetch: true to request an icon that isn't cached; it is then ``PageIcon/pending``.
    func pageIcon(of feed: Feed, mayFetch: Bool) async -> PageIcon {
        let name = iconName(of: feed.key)
        let request = mayFetch ? iconRequest(of: feed.key, within: .milliseconds(0)) : nil
        if let picture = await fetches.picture(name, request) {
            let size = picture.bytes.readableBytes
            return size > Self.maximumInlined ? .address(iconPath(of: feed)) : .data(picture)
        }
        return await fetches.isAbsent(name) || !mayFetch ? .absent : .pending
    }

    /// Larger icons, in bytes, are requested by themselves.
    private static let maximumInlined = 16 << 10

    private func iconName(of feed: FeedKey) -> String { signature.name(of: Self.signed + "\n" + feed.rawValue) }

    private func iconRequest(of feed: FeedKey, within timeout: RxTimeInterval) -> PictureFetches.Request {
        // The store is read only if the icon has to be fetched.
        var request = PictureFetches.Request { transport in
            guard let search = try await self.search(for: feed) else { throw NoPicture() }
            return try await search.icon(transport)
        }
        (request.timeout, request.isPatient) = (timeout, true)
        (request.maximumAge, request.absenceAge) = (Self.maximumAge, Self.maximumAge)
        return request
    }

    private func search(for feed: FeedKey) async throws -> IconSearch? {
        try await reading(feed) { feed, environment in
            guard let source = try feed.description.iconFeed?.iconSource(in: environment) else { return nil }
            let trusted = try feed.description.fullTextFeed?.trustedAddress(in: environment)
            return IconSearch(source: source, privateOrigins: trusted.map { [$0] } ?? [])
        }
    }
}

/// The icon of a feed on a page.
enum PageIcon {
    case data(Picture)
    /// The path of an icon that is too large to be sent with others.
    case address(String)
    /// The site has none.
    case absent
    /// It is being requested.
    case pending
}

/// The icons of feeds for the page's script, in one document: `data:` addresses, paths of large ones, or null where a site has none.
/// Feeds are left out whose icon isn't known yet, or that would make the document too large.
struct PageIcons: JSONDocument {
    private(set) var icons: [String: String?] = [:]
    /// True if all feeds are there.
    let isComplete: Bool

    /// The maximum number of feeds in a document.
    static let maximumFeeds = 64
    /// The maximum size of all icons in bytes.
    private static let maximumSize = 64 << 10

    init(of feeds: [Feed], from pictures: ArticlePictures?, mayFetch: Bool) async {
        var (icons, size) = ([String: String?](), 0)
        for feed in feeds where size < Self.maximumSize {
            switch await pictures?.pageIcon(of: feed, mayFetch: mayFetch) {
            case .data(let picture):
                size += picture.bytes.readableBytes
                let bytes = Data(picture.bytes.readableBytesView).base64EncodedString()
                icons[feed.address] = "data:\(picture.contentType);base64,\(bytes)"
            case .address(let path): icons[feed.address] = path
            case .absent, nil: icons[feed.address] = .some(nil)
            case .pending: break
            }
        }
        isComplete = icons.count == feeds.count
        self.icons = icons
    }

    private enum CodingKeys: CodingKey { case icons }
}
