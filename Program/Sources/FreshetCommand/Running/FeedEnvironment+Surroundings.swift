import Catalog
import FeedStore
import Feeds
import Freshet

extension FeedEnvironment {
    /// Opens the store in `folder`, with the addresses and tokens of the surroundings' variables.
    init(_ surroundings: Surroundings, folder: String?, isVerbose: Bool) throws {
        let catalog = FeedCatalog.all
        // Before anything is created on disk.
        let addresses = try surroundings.addresses(of: catalog)
        self.init(
            catalog: catalog, store: try OpenStore(surroundings, folder: folder, isVerbose: isVerbose).store,
            transport: Transport.make(surroundings.proxies), addresses: addresses,
            tokens: surroundings.tokens(for: catalog))
    }
}
