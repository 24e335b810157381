import FeedStore
import Feeds
import GitFeed
import HTTPTypes
import HummingbirdCore
import NIOCore
import News

/// What is made of feeds and kept until one of them changes.
struct KeptContent: Sendable {
    let key: ContentCache.Key
    /// The feeds that it is made of.
    let channels: [LiveChannel.Key]
    /// Whether the first refresh of a feed is waited for: a program that is run now and then wants what is true now.
    var waits = false
    let make: @Sendable () async throws -> Content
}

extension FrontDoor {
    /// How long a page waits for its channel to read what is stored, so that the two begin with the same.
    private static let pause = Duration.milliseconds(200)
    /// How long a program waits for the first refresh of a feed to end.
    private static let patience = Duration.seconds(20)

    /// Hands out what is kept, else makes it.
    func show(_ kept: KeptContent, _ asked: Asked) -> Meeting {
        // Whoever looks will follow: the upstream is asked meanwhile.
        let channels = kept.channels.map { backstage.channels.touch($0) }
        let isSettled = !kept.waits || channels.allSatisfy { $0?.hasSettled ?? true }
        if isSettled, let stamp = backstage.stamp(kept.channels),
            let content = backstage.cache.content(kept.key, stamp)
        {
            return .now(answer(content))
        }
        return .later(asked) {
            if kept.waits { for key in kept.channels { await settle(key) } }
            let stamp = backstage.stamp(kept.channels)
            let content = try await kept.make()
            if let stamp { backstage.cache.keep(content, kept.key, stamp) }
            return answer(content)
        }
    }

    /// The first page.
    func home() -> KeptContent {
        let channels = homeChannels
        return KeptContent(key: .home, channels: channels) {
            var digests: [HomePage.Digest] = []
            var seen: [EventID] = []
            for key in channels {
                await begin(key, .digest)
                let (state, id) = try await backstage.state(key)
                digests.append(HomePage.Digest(address: key.address, state: state))
                if let id { seen.append(id) }
            }
            return Content(html: Page.home(HomePage(digests: digests, site: backstage.site, seen: seen.text)).html)
        }
    }

    /// The feeds that the first page begins.
    var homeChannels: [LiveChannel.Key] {
        let repositories = backstage.following.repositories.prefix(HomePage.mostRepositories)
        let addresses = repositories.map(FeedAddress.repository) + [.planet, .news(.top)]
        return addresses.map { PageQuery(for: $0).channel(of: $0) }
    }

    /// The page of a feed.
    func page(_ address: FeedAddress, _ query: PageQuery) -> KeptContent {
        let key = query.channel(of: address)
        return KeptContent(key: .feed(address, query), channels: [key]) {
            await begin(key, .page(query.live(for: address)))
            let (state, id) = try await backstage.state(key)
            let page = FeedPage(
                address: address, state: state, query: query, site: backstage.site, seen: id?.description)
            return Content(html: Page.feed(page).html)
        }
    }

    /// The document of a feed.
    func document(_ key: LiveChannel.Key) -> KeptContent {
        KeptContent(key: .document(key), channels: [key], waits: true) {
            let feed = LiveFeed(key.address, days: key.days, backstage.reading)
            return Content(json: try await backstage.state(key).0.document(named: feed.key.rawValue))
        }
    }

    /// A feed for feed readers.
    func syndication(_ key: LiveChannel.Key, _ suffix: Target.Suffix, _ asked: Asked) -> KeptContent {
        let location = Syndication.Location(
            origin: backstage.publicURL?.origin ?? asked.scheme + "://" + asked.authority, path: key.address.path,
            query: asked.target.rawQuery)
        return KeptContent(key: .syndication(key, suffix, location), channels: [key], waits: true) {
            let feed = Syndication(key.address, try await backstage.state(key).0, at: location)
            return switch suffix {
            case .atom: Content(Syndication.atomType, ByteBuffer(string: feed.atom))
            case .json: Content(Syndication.jsonFeedType, ByteBuffer(bytes: try feed.jsonFeed()))
            }
        }
    }

    private func answer(_ content: Content) -> Answer {
        var answer = Answer.content(content)
        answer.headers[.vary] = "Accept"
        return answer
    }

    /// Has the channel know what a page is about to show, so that its events tell only what differs from that.
    private func begin(_ key: LiveChannel.Key, _ lens: LensKind) async {
        guard let channel = backstage.channels.acquire(key) else { return }
        await channel.begun(within: Self.pause)
        _ = channel.lens(lens)
        backstage.channels.release(channel)
    }

    private func settle(_ key: LiveChannel.Key) async {
        guard let channel = backstage.channels.acquire(key) else { return }
        await channel.settled(within: Self.patience)
        backstage.channels.release(channel)
    }
}
