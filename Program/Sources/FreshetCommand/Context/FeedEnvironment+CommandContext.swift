import Catalog
import FeedStore
import Feeds
import Freshet

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
        memberSinks = context.settings.memberSinks
        privateHosts = context.settings.privateHosts
    }
}
