import Feeds

extension Upstream {
    /// The United States Geological Survey.
    package static let quakes = Upstream(
        id: "quakes", name: "USGS", section: "Earthquakes",
        icon: "M2 10h3l1.500-3 2 8 2.500-12 2.500 10 1.500-3h3", addressVariable: "FRESHET_USGS_URL",
        kinds: [QuakesFeed.self], arguments: QuakesArguments.self,
        menu: [
            MenuLink(Feed(QuakesFeed(SummaryList())), name: "Past day, M2.5+"),
            MenuLink(Feed(QuakesFeed(SummaryList(.week, .from4_5))), name: "Past week, M4.5+"),
            MenuLink(Feed(QuakesFeed(SummaryList(.month, .significant))), name: "Past month, significant"),
        ])
}
