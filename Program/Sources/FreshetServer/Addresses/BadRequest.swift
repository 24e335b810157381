/// A request that makes no sense; the message tells the client what would.
struct BadRequest: Error, Sendable, Hashable {
    let message: String
}
