public import Platform

/// Where the icon of a feed's site is looked for.
public struct IconSource: Sendable, Hashable {
    /// The icon that the feed names.
    public var icon: URL?
    /// A page of the site, which may name an icon.
    public var page: URL

    /// An icon to look for.
    public init(icon: URL? = nil, page: URL) {
        self.icon = icon
        self.page = page
    }
}
