internal import FreshetHTTP

extension RequestPurpose {
    /// The numbers of a list.
    static let list = RequestPurpose(rawValue: "list")
    /// One story, comment or job.
    static let item = RequestPurpose(rawValue: "item")
    /// What changed in the last minutes.
    static let updates = RequestPurpose(rawValue: "updates")
    /// The story whose comments are wanted.
    static let thread = RequestPurpose(rawValue: "thread")
}
