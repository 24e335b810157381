import FeedStore
extension FeedStore {
    func version() throws -> Int { 0 }
}
