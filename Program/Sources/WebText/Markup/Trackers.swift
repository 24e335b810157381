/// Addresses that count readers and show nothing.
enum Trackers {
    private static let hosts = [
        "pixel.wp.com", "stats.wordpress.com", "stats.wp.com", "feeds.wordpress.com", "pixel.quantserve.com",
        "scorecardresearch.com", "google-analytics.com", "googletagmanager.com", "doubleclick.net",
        "feedsportal.com", "pi.feedsportal.com", "rss.buysellads.com", "api.flattr.com", "piwik.pro",
    ]

    private static let paths = [
        "feedburner.com/~r/", "feedburner.com/~ff/", "medium.com/_/stat", "list-manage.com/track/", "facebook.com/tr",
        "/pixel.gif", "/pixel.png", "/tracking-pixel", "/count.gif", "/counter.gif", "/open.aspx", "/piwik.php",
        "/matomo.php", "/1x1.gif", "/1x1.png", "/spacer.gif", "/blank.gif",
    ]

    /// Whether the address is a known one.
    static func contain(_ address: WebAddress) -> Bool {
        let text = address.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let host = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        if hosts.contains(where: { host == $0 || host.hasSuffix("." + $0) }) { return true }
        return paths.contains { $0.hasPrefix("/") ? text.hasSuffix($0) : text.contains($0) }
    }
}
