import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of the program on one feed: opens what it needs, shows the feed, and ends with a status.
struct FeedSession: Sendable {
    let environment: FeedEnvironment
    let options: FeedOptions
    private let surroundings: Surroundings
    private let store: SQLiteFeedStore

    init(_ options: FeedOptions, _ surroundings: Surroundings) throws {
        self.options = options
        self.surroundings = surroundings
        // Before anything is made on disk.
        let addresses = FeedEnvironment.Addresses(
            gitHub: try surroundings.address("FRESHET_GITHUB_URL"),
            eonet: try surroundings.address("FRESHET_EONET_URL"), news: try surroundings.address("FRESHET_NEWS_URL"))
        store = try OpenStore(surroundings, folder: options.data, isVerbose: options.verbose).store
        environment = FeedEnvironment(
            store: store, transport: Transport.make(), addresses: addresses, gitHubToken: surroundings.gitHubToken)
    }

    /// Shows the feed; returns when it is shown and fresh, else throws the ``ExitStatus``.
    func run<Item: PresentableItem>(_ feed: Feed<Item>, defaultLimit: Int) throws {
        let request = options.request(defaultLimit: defaultLimit)
        defer { settle() }
        let status: ExitStatus
        do {
            status =
                if options.watch {
                    try WatchRun(feed, request, options, surroundings).run()
                } else {
                    try LookRun(feed, request, options, surroundings).run()
                }
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
        if let problem = surroundings.output.flush().problem {
            throw CommandFailure("standard output cannot be written: " + problem)
        }
        if status != .success { throw status }
    }

    /// Waits until what was cancelled has been given back, which happens in a turn of its own where the feed works.
    private func settle() {
        let isSettled = DispatchSemaphore(value: 0)
        let turn = environment.scheduler.schedule(()) { _ in
            isSettled.signal()
            return Disposables.create()
        }
        // A lease that was not given back ends by itself.
        _ = isSettled.wait(timeout: .now() + 1)
        turn.dispose()
    }
}

/// Opens the store, and tells what happened to it.
struct OpenStore {
    let store: SQLiteFeedStore

    init(_ surroundings: Surroundings, folder: String?, isVerbose: Bool) throws {
        let folder = try surroundings.dataFolder(folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            store = try SQLiteFeedStore(at: folder.appending(path: "freshet.sqlite", directoryHint: .notDirectory))
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        } catch {
            throw CommandFailure(
                "the folder \(folder.path(percentEncoded: false)) cannot be made (\(error)): "
                    + "name another one with --data DIR")
        }
        for notice in store.notices { surroundings.complain(notice.description) }
        if isVerbose { surroundings.complain("the store is in \(folder.path(percentEncoded: false))") }
    }
}
