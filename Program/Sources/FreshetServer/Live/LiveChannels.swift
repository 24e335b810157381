import Feeds
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All channels that are taken up: each as long as somebody holds it, and a while longer, so that whoever comes back finds it.
final class LiveChannels: Sendable {
    private struct Entry {
        let channel: LiveChannel
        var holds = 0
        /// Since when nobody holds it.
        var idleSince: ContinuousClock.Instant
    }

    private struct State {
        var entries: [LiveChannel.Key: Entry] = [:]
        var count = 0
        var isOver = false
    }

    private let environment: FeedEnvironment
    /// How long a channel is kept that nobody holds.
    private let patience: Duration
    /// How many channels there may be at a time.
    private let maximum: Int
    private let site: @Sendable () -> Site
    /// Tells this run of the server from others.
    private let run = String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36)
    private let state = Mutex(State())

    init(
        _ environment: FeedEnvironment, patience: Duration, maximum: Int, site: @escaping @Sendable () -> Site
    ) {
        self.environment = environment
        self.patience = patience
        self.maximum = maximum
        self.site = site
    }

    /// Those that are taken up.
    var all: [LiveChannel] { state.withLock { $0.entries.values.map(\.channel) } }

    /// The channel if it is taken up.
    func existing(_ key: LiveChannel.Key) -> LiveChannel? { state.withLock { $0.entries[key]?.channel } }

    /// Takes a channel up, or finds it, to hold it until ``release(_:)``; nil where there are too many, or the server ends.
    func acquire(_ key: LiveChannel.Key) -> LiveChannel? { take(key, holds: 1, insisting: false) }

    /// Takes a channel up for a while, as somebody will probably follow it.
    @discardableResult
    func touch(_ key: LiveChannel.Key, insisting: Bool = false) -> LiveChannel? {
        take(key, holds: 0, insisting: insisting)
    }

    /// Ends one hold.
    func release(_ channel: LiveChannel) {
        state.withLock { state in
            guard state.entries[channel.key]?.channel === channel else { return }
            state.entries[channel.key]?.holds -= 1
            state.entries[channel.key]?.idleSince = .now
        }
    }

    /// Lets go of those that nobody has held for long.
    func letGo() {
        let now = ContinuousClock.now
        let idle = state.withLock { state in
            let idle = state.entries.values.filter { $0.holds == 0 && now - $0.idleSince >= patience }.map(\.channel)
            for channel in idle { state.entries[channel.key] = nil }
            return idle
        }
        for channel in idle { channel.stop() }
    }

    /// Lets go of all, and takes none up any more.
    func stop() {
        let channels = state.withLock { state in
            defer { (state.entries, state.isOver) = ([:], true) }
            return state.entries.values.map(\.channel)
        }
        for channel in channels { channel.stop() }
    }

    private func take(_ key: LiveChannel.Key, holds: Int, insisting: Bool) -> LiveChannel? {
        let taken = state.withLock { state -> (channel: LiveChannel, isNew: Bool)? in
            if let entry = state.entries[key] {
                state.entries[key]?.holds += holds
                state.entries[key]?.idleSince = .now
                return (entry.channel, false)
            }
            if state.isOver || state.entries.count >= maximum { return nil }
            state.count += 1
            let epoch = run + String(state.count, radix: 36)
            let channel = LiveChannel(key, environment, epoch: epoch, site: site)
            state.entries[key] = Entry(channel: channel, holds: holds, idleSince: .now)
            return (channel, true)
        }
        guard let (channel, isNew) = taken else { return nil }
        if isNew { channel.start(insisting: insisting) } else if insisting { channel.refresh() }
        return channel
    }
}
