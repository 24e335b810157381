import Platform

/// Where the icon of a feed's site is looked for.
package struct IconSource: Sendable, Hashable {
    /// The icon that the feed names.
    package var icon: URL?
    /// A page of the site, which may name an icon.
    package var page: URL

    /// An icon to look for.
    package init(icon: URL? = nil, page: URL) {
        self.icon = icon
        self.page = page
    }
}
