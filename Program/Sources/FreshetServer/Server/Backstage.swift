import Dispatch
import FeedStore
import Feeds
import Freshet
import Logging
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all requests share.
final class Backstage: Sendable {
    let configuration: FreshetServer.Configuration
    /// Where readers elsewhere reach the server; nil where they name it as it is reached.
    let publicURL: PublicURL?
    /// Where feeds are watched.
    let environment: FeedEnvironment
    /// Where pages read what is stored, so that they do not wait for what is being fetched.
    let reading: FeedEnvironment
    let hosts: HostRule
    let tokens: TokenRule
    let channels: LiveChannels
    let cache = ContentCache()
    let fixed = FixedContent()
    let connections = ConnectionCount()
    let clients = ConnectionCount()
    let following: FollowedChannels
    /// Nil where no pictures are kept.
    let avatars: Avatars?
    let logger: Logger
    /// For the libraries, which tell of themselves what only their authors want to know.
    let quiet: Logger
    private let makeSite: @Sendable () -> Site
    /// The store's version when it was looked at last.
    private let seen = Atomic(-1)

    init(
        _ environment: FeedEnvironment, _ configuration: FreshetServer.Configuration, _ publicURL: PublicURL?,
        _ logger: Logger
    ) {
        self.configuration = configuration
        self.publicURL = publicURL
        self.environment = environment
        self.logger = logger
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        self.quiet = quiet
        var reading = environment
        reading.scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.pages")
        self.reading = reading
        hosts = HostRule(
            boundTo: configuration.host, allowed: configuration.allowedHosts + (publicURL.map { [$0.host] } ?? []))
        tokens = TokenRule(configuration.token)
        let following = FollowedChannels()
        self.following = following
        let avatars = configuration.cacheFolder.map {
            Avatars(folder: $0.appending(path: "avatars", directoryHint: .isDirectory), environment, logger: logger)
        }
        self.avatars = avatars
        let (hasToken, version, now) = (configuration.token != nil, configuration.version, environment.now)
        let site: @Sendable () -> Site = {
            Site(followed: following.repositories, hasToken: hasToken, version: version, now: now()) { author in
                avatars?.path(for: author)
            }
        }
        makeSite = site
        channels = LiveChannels(environment, patience: configuration.patience, maximum: 500, site: site)
    }

    /// What pages share now.
    var site: Site { makeSite() }

    /// What is made of these feeds now; nil where that cannot be told, so that nothing is kept.
    func stamp(_ keys: [LiveChannel.Key]) -> ContentCache.Stamp? {
        guard let version = try? environment.store.version() else { return nil }  // whoever reads next is told
        let frames = keys.map { key -> EventID? in
            guard let channel = channels.existing(key), let frame = channel.latest else { return nil }
            return EventID(epoch: channel.epoch, number: frame.number)
        }
        let hour = Int(environment.now().timeIntervalSince1970 / 3600)
        return ContentCache.Stamp(version: version, following: following.version, frames: frames, hour: hour)
    }

    /// Reads which repositories are followed.
    func reread() async throws {
        let environment = environment
        following.set(try await blocking { try environment.followed() }, channels)
    }

    /// Takes in what others have changed in the store since this was last called: what is followed, marks, new items.
    func recheck() async {
        do {
            let version = try environment.store.version()
            guard seen.exchange(version, ordering: .relaxed) != version else { return }
            try await reread()
            for channel in channels.all where channel.clientCount > 0 {
                channel.recheck(
                    try await LiveFeed(channel.key.address, days: channel.key.days, reading).stored(
                        limit: channel.key.limit))
            }
        } catch {
            logger.warning("what has changed in the store cannot be read: \(error)")
        }
    }

    /// A feed as it is known now: as the channel has it, else as it is stored; and the frame after which everything is news to it.
    func state(_ key: LiveChannel.Key) async throws -> (LiveState, EventID?) {
        let channel = channels.existing(key)
        let frame = channel?.latest
        let stored = try await LiveFeed(key.address, days: key.days, reading).stored(limit: key.limit)
        guard let channel, let frame else { return (stored, nil) }
        return (frame.state.updated(by: stored), EventID(epoch: channel.epoch, number: frame.number))
    }

    /// Does what blocks where that holds nobody up.
    func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }
}
