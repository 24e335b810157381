import FeedStore
import Feeds
import Freshet
import Platform

extension Library {
    /// Follows the feed at an address, or the first one of the page there. Waits for its upstream.
    ///
    /// Fails with a ``FeedError`` if no feed is there.
    func follow(_ address: String, _ settings: FollowSettings) async throws -> LibraryFeed {
        let feed = try await feed(at: address)
        return try await blocking {
            try environment.follow(feed, settings)
            try apply()
            guard let followed = try feeds().first(where: { $0.feed == feed }) else { throw AppRequestError.notFound }
            return followed
        }
    }

    private func feed(at address: String) async throws -> Feed {
        switch try await resolution(of: address) {
        case .feed(let feed): return feed
        case .candidates(let candidates):
            guard let first = candidates.first else { break }
            if case .feed(let feed) = try await resolution(of: first.url, namedBy: address) { return feed }
        }
        throw AppRequestError.invalid("No feed was found at this address.")
    }

    /// Returns the feed or the candidates at an address. Fails with a ``FeedError`` or a ``FeedStoreError``.
    private func resolution(
        of address: String, namedBy page: String? = nil, readsCandidates: Bool = false
    ) async throws -> Resolution {
        let resolution = environment.resolve(address, namedBy: page)
        do {
            return try await (readsCandidates ? environment.readingCandidates(of: resolution, at: address) : resolution)
                .value
        } catch let error as FeedStoreError {
            throw error
        } catch {
            throw FeedError(error)
        }
    }

    /// The feeds at an address.
    func discover(_ address: String) async throws -> [FeedCandidate] {
        switch try await resolution(of: address, readsCandidates: true) {
        case .candidates(let candidates): return candidates
        case .feed(let feed):
            let addresses = feed.description.addresses(nil)
            let url = addresses.document?.absoluteString ?? origin + Feed.address(feed.path) + ".atom"
            return [FeedCandidate(url: url, title: feed.title, format: addresses.format)]
        }
    }

    /// Changes the settings of a followed feed; nil keeps one, and an empty text removes it.
    func change(_ feed: LibraryFeed, _ settings: FollowSettings) throws {
        try environment.follow(feed.feed, settings)
        try apply()
    }

    /// Changes the address of a followed feed, and its settings. Waits for the upstream.
    func changeAddress(of feed: LibraryFeed, to address: String, _ settings: FollowSettings) async throws -> LibraryFeed
    {
        let resolution: Resolution
        do {
            resolution = try await environment.changeAddress(of: feed.feed, to: address).value
        } catch let error as FeedStoreError {
            throw error
        } catch {
            throw FeedError(error)
        }
        guard case .feed(let moved) = resolution else {
            throw AppRequestError.invalid("This address leads to several feeds. Use the address of one of them.")
        }
        return try await blocking {
            try environment.follow(moved, settings)
            try apply()
            guard let followed = try feeds().first(where: { $0.feed == moved }) else { throw AppRequestError.notFound }
            return followed
        }
    }

    func unfollow(_ feed: LibraryFeed) throws {
        try environment.unfollow(feed.feed)
        try apply()
    }

    func addFolder(_ path: String) throws -> Folder? {
        let folder = try store.addFolder(path)
        try apply()
        return folder
    }

    /// Renames a folder. Returns false if there is no such folder, or if another one has the name.
    func rename(_ folder: Folder, to path: String) throws -> Bool {
        let isRenamed = try store.renameFolder(folder.id, to: path, at: now)
        try apply()
        return isRenamed
    }

    /// Removes a folder; its feeds stay followed.
    func remove(_ folder: Folder) throws {
        try store.removeFolder(folder.id, at: now)
        try apply()
    }
}
