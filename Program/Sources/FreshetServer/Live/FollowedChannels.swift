import GitFeed
import Synchronization

/// The repositories that are followed, as they were last read; their channels are held, so that they are refreshed whether anybody looks or not.
final class FollowedChannels: Sendable {
    private struct State {
        var repositories: [RepositoryName] = []
        var changes = 0
        var held: [RepositoryName: LiveChannel] = [:]
    }

    private let state = Mutex(State())

    /// In the order in which they were added.
    var repositories: [RepositoryName] { state.withLock { $0.repositories } }

    /// Another number after each change.
    var version: Int { state.withLock { $0.changes } }

    /// Holds the channels of these repositories and lets go of the others.
    func set(_ repositories: [RepositoryName], _ channels: LiveChannels) {
        let (missing, dropped) = state.withLock { state in
            if state.repositories != repositories { state.changes += 1 }
            state.repositories = repositories
            let wanted = Set(repositories)
            let dropped = state.held.filter { !wanted.contains($0.key) }
            for name in dropped.keys { state.held[name] = nil }
            return (repositories.filter { state.held[$0] == nil }, dropped.values)
        }
        for channel in dropped { channels.release(channel) }
        for name in missing {
            let address = FeedAddress.repository(name)
            guard let channel = channels.acquire(PageQuery(for: address).channel(of: address)) else { return }
            let isWanted = state.withLock { state in
                guard state.repositories.contains(name), state.held[name] == nil else { return false }
                state.held[name] = channel
                return true
            }
            if !isWanted { channels.release(channel) }
        }
    }
}
