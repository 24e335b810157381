import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform
import WebText

/// Icons of the sites of feeds, fetched and cached like pictures in articles.
extension ArticlePictures {
    /// What is signed in place of a picture's address: no address is like it.
    private static let signed = "icon"
    /// How long readers wait for an icon. A page shows many, and browsers send few requests at once: letters stand for those that
    /// arrive later.
    private static let patience = RxTimeInterval.milliseconds(250)
    /// How long a site isn't asked again, in seconds, whether it has an icon or not.
    private static let maximumAge: TimeInterval = 30 * 86_400

    /// The path of the icon of a feed's site.
    func iconPath(of feed: Feed) -> String {
        "/icons/\(signature.of(Self.signed, in: feed.key))?feed=\(feed.key.rawValue.percentEncoded)"
    }

    /// The cached icon, or the one that arrives immediately; otherwise the first letter of the feed's name. Nil if no page names it.
    /// - Parameter mayFetch: whether it may be requested.
    func icon(of feed: FeedKey, titled title: String, signed signature: String, mayFetch: Bool) async -> Picture? {
        guard self.signature.matches(signature, Self.signed, in: feed) else { return nil }
        let name = self.signature.name(of: Self.signed + "\n" + feed.rawValue)
        let letter = Picture(letter: LetterIcon(of: title))
        if !mayFetch { return await fetches.picture(name, nil) ?? letter }
        // The store is read only if the icon has to be fetched.
        var request = PictureFetches.Request { transport in
            guard let search = try await self.search(for: feed) else { throw NoPicture() }
            return try await search.icon(transport)
        }
        (request.timeout, request.isPatient) = (Self.patience, true)
        (request.maximumAge, request.absenceAge) = (Self.maximumAge, Self.maximumAge)
        return await fetches.picture(name, request) ?? letter
    }

    /// The cached icon of a feed's site; nil if none is cached. Requests nothing.
    func cachedIcon(of feed: Feed) async -> Picture? {
        await fetches.picture(signature.name(of: Self.signed + "\n" + feed.key.rawValue), nil)
    }

    private func search(for feed: FeedKey) async throws -> IconSearch? {
        try await reading(feed) { feed, environment in
            guard let source = try feed.description.iconSource(in: environment) else { return nil }
            let trusted = try feed.description.trustedAddress(in: environment)
            return IconSearch(source: source, privateOrigins: trusted.map { [$0] } ?? [])
        }
    }
}
