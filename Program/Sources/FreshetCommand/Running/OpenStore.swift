import FeedStore
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens the store and reports its notices.
struct OpenStore {
    let store: SQLiteFeedStore

    /// Creates the folder if it doesn't exist.
    init(_ surroundings: Surroundings, folder: String?, isVerbose: Bool) throws {
        let folder = try surroundings.dataFolder(folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            store = try SQLiteFeedStore(at: folder.appending(path: "freshet.sqlite", directoryHint: .notDirectory))
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        } catch {
            let cause = SystemProblem(error)?.description ?? String(describing: error)
            throw CommandFailure(
                "The data folder \(folder.path(percentEncoded: false)) can't be created (\(cause)). "
                    + "Choose another one with --data DIR.")
        }
        for notice in store.notices { surroundings.complain(notice.description) }
        if isVerbose { surroundings.complain("The store is in \(folder.path(percentEncoded: false)).") }
    }
}
