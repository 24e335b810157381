/// An invalid request; the message says what would be valid.
struct BadRequest: Error, Sendable, Hashable {
    let message: String
}
