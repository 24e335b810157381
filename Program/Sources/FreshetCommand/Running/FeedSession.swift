import FeedStore
import Feeds

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

    init(_ options: FeedOptions, _ surroundings: Surroundings) throws {
        self.options = options
        self.surroundings = surroundings
        environment = try FeedEnvironment(surroundings, folder: options.data, isVerbose: options.verbose)
    }

    /// Shows the feed; returns when it is shown and fresh, else throws the ``ExitStatus``.
    func run<Item: PresentableItem>(_ feed: Feed<Item>, defaultLimit: Int) throws {
        let request = options.request(defaultLimit: defaultLimit)
        defer { environment.settle() }
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
