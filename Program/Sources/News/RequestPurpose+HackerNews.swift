import FreshetHTTP

extension RequestPurpose {
    /// A list of numbers.
    static let list = RequestPurpose(rawValue: "list")
    /// A story, job or comment.
    static let item = RequestPurpose(rawValue: "item")
    /// The changes of the last minutes.
    static let updates = RequestPurpose(rawValue: "updates")
    /// The story of a thread of comments.
    static let thread = RequestPurpose(rawValue: "thread")
}
