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
    /// What is signed in place of a picture's address: no address is like it.
    private static let signed = "icon"
    /// How long readers wait for an icon. A page shows many, and browsers send few requests at once: letters stand for those that
    /// arrive later.
    private static let patience = RxTimeInterval.milliseconds(250)
    /// How long a program waits for an icon that it asks for.
    private static let programPatience = RxTimeInterval.seconds(5)
    /// How long a site isn't asked again, in seconds, whether it has an icon or not.
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
    /// - Parameter waits: whether to wait for one that has to be fetched.
    func icon(of feed: Feed, waits: Bool) async -> Picture? {
        let timeout = waits ? Self.programPatience : .milliseconds(0)
        return await fetches.picture(iconName(of: feed.key), iconRequest(of: feed.key, within: timeout))
    }

    /// The cached icon of a feed's site as a page may contain it.
    /// - Parameter mayFetch: whether to request an icon that isn't cached; it is then ``PageIcon/pending``.
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
            guard let source = try feed.description.iconSource(in: environment) else { return nil }
            let trusted = try feed.description.trustedAddress(in: environment)
            return IconSearch(source: source, privateOrigins: trusted.map { [$0] } ?? [])
        }
    }
}

/// What a page shows as the icon of a feed.
enum PageIcon {
    case data(Picture)
    /// The path of an icon that is too large to be sent with others.
    case address(String)
    /// The site has none.
    case absent
    /// It is being requested.
    case pending
}
