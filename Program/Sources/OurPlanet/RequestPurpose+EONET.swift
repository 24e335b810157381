import FreshetHTTP

extension RequestPurpose {
    /// The categories by name.
    static let categories = RequestPurpose(rawValue: "categories")
    /// The open events of a category.
    static let openEvents = RequestPurpose(rawValue: "openEvents")
    /// The closed events of a category.
    static let closedEvents = RequestPurpose(rawValue: "closedEvents")
}
