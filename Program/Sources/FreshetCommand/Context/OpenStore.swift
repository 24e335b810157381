import Catalog
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform
import WebText

/// Opens the store and reports its notices.
struct OpenStore {
    let store: FeedStore

    /// Creates the folder if it doesn't exist; with a database, it has the caches.
    init(_ context: CommandContext, folder: String?, isVerbose: Bool) throws {
        let folder = try context.dataFolder(folder)
        do {
            let path = folder.path(percentEncoded: false)
            try PrivateFiles.createFolder(path)
            if try Self.restrict(path) {
                context.complain("The store in \(path) could be read by other users. Now only you can read it.")
            }
            let options = FeedStore.Options(
                isDiscussion: FeedCatalog.all.isDiscussion, measureKinds: FeedCatalog.all.measureKinds,
                limits: context.settings.accounts, retention: context.settings.retention,
                stories: FeedCatalog.all.stories)
            if let address = try context.storeAddress() {
                store = try FeedStore(postgreSQL: address, options: options)
            } else {
                store = try FeedStore(at: Self.file(in: folder), options: options)
            }
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        } catch let error as CommandFailure {
            throw error
        } catch {
            let cause = SystemProblem(error)?.description ?? String(describing: error)
            throw CommandFailure(
                "The data folder \(folder.path(percentEncoded: false)) can't be used (\(cause)). "
                    + (ServiceStore.installed.isIn(folder) ? "Use sudo, or choose" : "Choose")
                    + " another one with --data DIR.")
        }
        for notice in store.notices { context.complain(notice.description) }
        if isVerbose { context.complain("The store is \(store.name).") }
    }

    /// True if there is a store already: a database, or a file, even one that can't be read.
    static func exists(_ context: CommandContext, folder: String?) throws -> Bool {
        if try context.storeAddress() != nil { return true }
        return !FileStatus.isMissing(file(in: try context.dataFolder(folder)).path(percentEncoded: false))
    }

    /// The file of a store in a folder.
    static func file(in folder: URL) -> URL {
        folder.appending(path: "freshet.sqlite", directoryHint: .notDirectory)
    }

    /// The store as an account sees it; nil for the first one.
    func store(of account: String?) throws -> FeedStore {
        guard let account else { return store }
        do { return store.of(try store.account(named: account).id) } catch let error as AccountError {
            throw CommandFailure(error.description, .usage)
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
    }

    /// Removes other users' access to files of an earlier version; returns true if they had any.
    ///
    /// The folder too, unless it contains other files: then it may be shared on purpose.
    private static func restrict(_ folder: String) throws -> Bool {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        var paths = names.filter { $0.hasPrefix("freshet.sqlite") }.map { folder + "/" + $0 }
        if names.allSatisfy({ $0.hasPrefix("freshet.") || ["avatars", "pictures", "sessions.json"].contains($0) }) {
            paths.append(folder)
        }
        return paths.map { PrivateFiles.restrict($0) }.contains(true)
    }
}

extension FeedEnvironment {
    /// Opens the store in `folder`, with the addresses and tokens of the context's variables.
    ///
    /// - Parameter account: the account whose follows, marks and rules are used; nil for the first one.
    init(_ context: CommandContext, folder: String?, account: String? = nil, isVerbose: Bool) throws {
        let catalog = FeedCatalog.all
        // Before anything is created on disk.
        let addresses = try context.addresses(of: catalog)
        self.init(
            catalog: catalog, store: try OpenStore(context, folder: folder, isVerbose: isVerbose).store(of: account),
            transport: Transport.make(context.proxies), addresses: addresses,
            tokens: context.tokens(for: catalog))
        memberDestinations = context.settings.memberDestinations
        privateHosts = context.settings.privateHosts
    }
}

/// Makes the program's HTTP transport.
enum Transport {
    /// A client that retries safe requests.
    static func make(_ proxies: Proxies) -> any HTTPTransport {
        RetryingTransport(HTTPClient(configuration: .init(userAgent: "freshet/" + Version.current, proxies: proxies)))
    }
}
