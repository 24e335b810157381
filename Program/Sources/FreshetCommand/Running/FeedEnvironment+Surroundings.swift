import Dispatch
import FeedStore
import Feeds
import Freshet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FeedEnvironment {
    /// Opens the store in `folder`, and asks the upstreams that the surroundings name.
    init(_ surroundings: Surroundings, folder: String?, isVerbose: Bool) throws {
        // Before anything is made on disk.
        let addresses = FeedEnvironment.Addresses(
            gitHub: try surroundings.address("FRESHET_GITHUB_URL"),
            eonet: try surroundings.address("FRESHET_EONET_URL"), news: try surroundings.address("FRESHET_NEWS_URL"))
        self.init(
            store: try OpenStore(surroundings, folder: folder, isVerbose: isVerbose).store, transport: Transport.make(),
            addresses: addresses, gitHubToken: surroundings.gitHubToken)
    }

    /// Waits until what was cancelled has been given back, which happens in a turn of its own where the feeds work.
    func settle() {
        let isSettled = DispatchSemaphore(value: 0)
        let turn = scheduler.schedule(()) { _ in
            isSettled.signal()
            return Disposables.create()
        }
        // A lease that was not given back ends by itself.
        _ = isSettled.wait(timeout: .now() + 1)
        turn.dispose()
    }
}
