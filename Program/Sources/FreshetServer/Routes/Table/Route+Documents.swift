extension Route {
    /// Documents for programs.
    static let documents: [Route] = [
        Route(
            "/api/unread", .document, for: .readerApps,
            .get(
                "The unread items of followed feeds, newest first", id: "getUnread", in: .feeds, listParameters,
                gives: [.json("Document")]
            ) { try $0.list(.unread, true, $1) }),
        Route(
            "/api/saved", .document, for: .readerApps,
            .get(
                "The saved items, most recently saved first", id: "getSaved", in: .feeds, listParameters,
                gives: [.json("Document")]
            ) { try $0.list(.saved, true, $1) }),
        Route(
            "/api/labels", .document, for: .readerApps,
            .get("The labels of items", id: "getLabels", in: .feeds, [], gives: [.json("Labels")]) {
                $0.labels(true, $1)
            }),
        Route(
            "/api/label/{name}", .document, for: .readerApps,
            .get(
                "The items with a label, newest first", id: "getLabel", in: .feeds,
                [.path("name", "The name of the label, percent-encoded, also its dots.")] + listParameters,
                gives: [.json("Document")]
            ) { try $0.list(.label, true, $1, label: $1.path["name"]) }),
        Route(
            "/api/muted", .document, for: .readerApps,
            .get(
                "The items that rules hide, newest first", id: "getMuted", in: .feeds, listParameters,
                gives: [.json("Document")]
            ) { try $0.list(.muted, true, $1) }),
        Route(
            "/api/search", .document, for: .readerApps,
            .get(
                "Everything stored that matches a query", id: "search", in: .feeds,
                [.query, .searchedFeed, .sort("The order."), .limit], gives: [.json("Found")]
            ) { try $0.search(true, $1) }),
        Route(
            "/api/following", .document, for: .readerApps,
            .get("The followed feeds", id: "getFollowing", in: .feeds, [], gives: [.json("Following")]) {
                try $0.following(true, $1)
            }),
        Route(
            "/api/settings", .document, for: .readerApps,
            .get(
                "The account's settings for the page", id: "getSettings", in: .feeds, [], gives: [.json("Settings")]
            ) { try $0.settings(true, $1) },
            .post(
                "Changes settings; those that are left out stay", id: "changeSettings",
                AccountSetting.all.map(\.field) + [.field("reset", .words("keys"), "Gives all keys their defaults.")],
                mayBeEmpty: true, gives: [.json("Settings", as: "The settings."), .page]
            ) { try await $0.changeSettings($1, $2) }),
        Route(
            "/export.json", .document, for: .programs,
            .get(
                "Followed feeds, marks, saved items and rules, for /import", id: "exportJSON", in: .feeds, [],
                gives: [.content("application/json", "The export", schema: ["type": "object"])]
            ) { $0.export(.json, $1) }),
        Route(
            "/export.opml", .document, for: .programs,
            .get(
                "The followed feeds as OPML 2.0", id: "exportOPML", in: .feeds, [],
                gives: [.content("text/x-opml", "The list")]
            ) { $0.export(.opml, $1) }),
        Route(
            "/api/rules", .document, for: .programs,
            .get(
                "The rules; with a rule in `rule`, what it would do to the last 1,000 items", id: "getRules",
                in: .feeds,
                [.testedRule], gives: [.json("Rules", "TestedRule")]
            ) { try $0.rules(true, $1) },
            changeRules),
        Route(
            "/api/destinations", .document, for: .programs,
            .get(
                "The destinations of notifications, without their secrets", id: "getDestinations", in: .feeds, [],
                gives: [.json("Destinations")]
            ) { $0.destinations(true, $1) },
            changeDestinations),
        Route(
            "/api/status", .document, for: .administrators,
            .get(
                "Requests made, remaining rate limits, and when the next requests are allowed", id: "getStatus",
                in: .server, [],
                gives: [.json("Ledger")]
            ) { $0.status(true, $1) }),
        Route(
            "/health", .document, for: .everybody,
            .get(
                "Whether the server works", id: "getHealth",
                gives: [.json("Health", as: "It works."), .json("Health", status: 503, as: "The store can't be read.")]
            ) { $0.health($1) }),
        Route(
            "/health/live", .document, for: .everybody,
            .get(
                "Whether the process answers, for supervisors that restart it; doesn't touch the store",
                id: "getLiveness",
                gives: [.json("Health", as: "It answers.")]
            ) { handler, _ in try handler.live() }),
        Route(
            "/health/ready", .document, for: .everybody,
            .get(
                "Whether the store answers, for load balancers; checked at most once a second, within two seconds",
                id: "getReadiness",
                gives: [
                    .json("Health", as: "It answers."),
                    .json("Health", status: 503, as: "The store can't be read, or doesn't answer in time."),
                ]
            ) { $0.ready($1) }),
        Route(
            "/metrics", .document, for: .monitors,
            .get(
                "Metrics in the text format of Prometheus", id: "getMetrics",
                gives: [.content("text/plain", "The metrics.")]
            ) { $0.metrics($1) }),
        Route(
            "/openapi.json", .document, for: .readerApps,
            .get(
                "This document", id: "getOpenAPI",
                gives: [.content("application/json", "The document.", schema: ["type": "object"])]
            ) { handler, _ in try handler.openAPI() }),
    ]

    private static let listParameters: [Parameter] = [
        .limit, .listedFeed, .listedFolder, .stories, .pageOnly("shown"), .pageOnly("again"),
    ]

    private static let changeRules = RouteOperation.post(
        "Adds or removes a rule", id: "changeRules",
        [
            .field("rule", .text(atMost: RulesPage.longest), "The rule to add."),
            .field("remove", .number, "The id of the rule to remove."),
        ],
        gives: [.json("Rules", as: "The rules, for programs."), .nothing("Removed, for programs."), .page]
    ) { try await $0.changeRules($1, $2) }

    private static let changeDestinations = RouteOperation.post(
        "Adds, removes, tests or asks to confirm a destination; destinations that run commands can only be added by the command",
        id: "changeDestinations",
        [
            .field(
                "kind", .text, "The kind of the destination to add: `desktop`, `webhook`, `ntfy` or `email`."),
            .field("target", .text(atMost: 2000), "The web address or the email address."),
            .field("name", .text(atMost: 100), "The destination's name; the kind by default."),
            .field("secret", .text(atMost: 1000), "The key that signs webhooks, or ntfy's access token."),
            .field("quiet", .text, "When notifications wait, such as `22:00-07:00`."),
            .field("remove", .text, "The name of the destination to remove."),
            .field("test", .text, "The name of the destination to send a test notification to."),
            .field(
                "confirm", .text, "The name of the destination whose email address gets another link that confirms it."),
        ],
        gives: [
            .json(
                "Destinations", "AcceptedTest",
                as: "The destinations or, after a test, the destination's name, for programs; after a test, a page.",
                hasPage: true),
            .nothing("Removed, for programs."), .page, .problem(502, "The destination didn't accept the test."),
        ]
    ) { try await $0.changeDestinations($1, $2) }
}

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
