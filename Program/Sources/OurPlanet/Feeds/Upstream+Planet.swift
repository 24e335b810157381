import Feeds

extension Upstream {
    /// NASA's EONET.
    package static let planet = Upstream(
        id: "planet", name: "EONET", section: "Planet",
        icon:
            "M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM2.800 8h14.400M2.800 12.500h14.400M10 2.500c-4.500 5-4.500 10 0 15 4.500-5 4.500-10 0-15z",
        waiting: "Loading from EONET, which can take half a minute…", addressVariable: "FRESHET_EONET_URL",
        kinds: [CategoriesFeed.self, CategoryFeed.self], arguments: PlanetArguments.self,
        menu: [MenuLink(Feed(CategoriesFeed()), name: "All categories")]
            + ["wildfires", "severeStorms", "volcanoes"].map { MenuLink(Feed(CategoryFeed(category: $0))) })
}
