extension Route {
    /// Feeds of the catalog, and an account's lists as feeds.
    static let feeds: [Route] = [
        personal("unread", "getUnreadFeed", "The unread items of followed feeds, for other programs", []) { _ in
            .unread
        },
        personal("saved", "getSavedFeed", "The saved items, for other programs", []) { _ in .saved },
        personal(
            "folder/{folder}", "getFolderFeed", "The items of a folder's feeds, for other programs",
            [.path("folder", "The folder's path, such as `News%2FTech`.")]
        ) { .folder($0["folder"]) },
        personal(
            "search", "getSearchFeed", "What a search finds, for other programs",
            [.query, .searchedFeed, .sort("The order; the latest arrivals first by default.")]
        ) { _ in .search },
        Route(
            "/api/{feed}", .document, for: .readerApps,
            .get(
                "A feed", id: "document", in: .feeds,
                [.limit, .days, .order, .type, .unread, .pageOnly("seen"), .lastEventID],
                gives: [.shared(200, "document")]
            ) { try $0.document($1) }),
        Route(
            "/{feed}.{format}", .syndication, for: .readerApps,
            .get("A feed", id: "syndication", in: .readers, [.limit, .days]) { try $0.syndication($1) }),
        Route(
            "/{feed}", .page, for: .readerApps,
            .get("The page of a feed, or its updates as events", pageParameters) { try $0.feedPage($1) }),
        Route("/{form}", .other, for: .readerApps, .get("A feed that a form names") { try $0.redirect($1) }),
    ]

    private static let pageParameters: [Parameter] = [
        .limit, .days, .type, .pageOnly("q"), .order, .unread, .pageOnly("muted"), .pageOnly("seen"),
        .pageOnly("shown"), .pageOnly("again"), .pageOnly("item"), .pageOnly("part"), .pageOnly("undo"),
    ]

    private static let secret = Parameter.path("secret", "What the account's page shows; it alone authenticates.")

    /// The row of one of an account's lists.
    private static func personal(
        _ path: String, _ id: String, _ summary: String, _ parameters: [Parameter],
        feed: @escaping @Sendable (PathValues) -> PersonalFeed
    ) -> Route {
        Route(
            "/\(PersonalFeed.root)/{secret}/\(path).{format}", .document, for: .everybody,
            .get(summary, id: id, in: .readers, [secret] + parameters + [Parameter.limit]) {
                $0.personalFeed(feed($1.path), $1)
            })
    }
}
