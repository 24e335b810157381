import FeedStore
import HTTPTypes
import ReaderApps

extension Route {
    /// Pages, and the forms on them that programs don't send.
    static let pages: [Route] = [
        Route(
            "/", .page, for: .readerApps,
            .get("The home page", [.pageOnly("open"), .pageOnly("part")]) { $0.homePage($1) }),
        Route(
            "/unread", .page, for: .readerApps,
            .get("The unread items; their number as events", listParameters) { try $0.unreadPage($1) }),
        Route(
            "/saved", .page, for: .readerApps,
            .get("The saved items", listParameters) { try $0.list(.saved, false, $1) }),
        Route(
            "/label/{name}", .page, for: .readerApps,
            .get("The items with a label", listParameters) { try $0.list(.label, false, $1, label: $1.path["name"]) }),
        Route(
            "/labels", .page, for: .readerApps, .get("The labels", []) { $0.labels(false, $1) }, changeLabels),
        Route(
            "/muted", .page, for: .readerApps,
            .get("The items that rules hide", listParameters) { try $0.list(.muted, false, $1) }),
        Route(
            "/search", .page, for: .readerApps,
            .get(
                "A search", [.query, .searchedFeed, .sort("The order."), .limit, .pageOnly("open"), .pageOnly("part")]
            ) {
                try $0.search(false, $1)
            }),
        Route(
            "/rules", .page, for: .programs,
            .get("The rules, and what a rule would do", [.testedRule]) { try $0.rules(false, $1) },
            .post("Adds or removes a rule") { try await $0.changeRules($1, $2) }),
        Route(
            "/destinations", .page, for: .programs,
            .get("The destinations", []) { $0.destinations(false, $1) },
            .post(
                "Adds, removes or tests a destination",
                asks: { handler, form, _ in try await handler.destinationQuestion(form) }
            ) {
                try await $0.changeDestinations($1, $2)
            }),
        Route(
            "/following", .page, for: .readerApps,
            // Thousands of feeds may be selected.
            largestBody: 1 << 20,
            .get("The followed feeds", [.pageOnly("q"), .pageOnly("undo"), .pageOnly("part")]) {
                try $0.following(false, $1)
            },
            changeFollowing),
        Route(
            "/stories", .page, for: .readerApps,
            .get("The items that an item can be joined with", [.pageOnly("item"), .pageOnly("q")]) {
                try $0.stories($1)
            },
            changeStories),
        Route(
            "/settings", .page, for: .readerApps,
            .get("The settings", [.pageOnly("example")]) { try $0.settings(false, $1) },
            .post("Changes settings") { try await $0.changeSettings($1, $2) }),
        Route("/status", .page, for: .administrators, .get("Requests and rate limits", []) { $0.status(false, $1) }),
        Route("/help", .page, for: .readerApps, .get("Help") { $0.help($1) }),
        Route("/components", .page, for: .readerApps, .get("The parts of pages") { $0.components($1) }),
        Route(
            "/account", .page, for: .browsers,
            .get("What the reader signs in with") { $0.account($1) },
            .post("Changes what the reader signs in with", asks: { try await $0.accountQuestion($1, $2) }) {
                try await $0.changeAccount($1, $2)
            }),
        // For browsers of administrators: an app password manages no accounts.
        Route(
            "/accounts", .page, for: .browsers,
            .get("The accounts and open invitations, for administrators", []) { $0.accounts($1) },
            .post("Adds, invites, changes or removes an account", asks: { try await $0.accountsQuestion($1, $2) }) {
                try await $0.changeAccounts($1, $2)
            }),
        Route(
            "/login", .other, for: .everybody,
            .get(
                "The sign-in page", id: "getLogin", in: .changes,
                gives: [
                    .content("text/html", "The page."), .redirect("The server has no token: the page to go to."),
                ]
            ) { .now($0.login($1, returning: $1.target["return"])) },
            .post(
                "Signs in and sets a cookie", id: "login", [.field("token", .value)], mayBeEmpty: true,
                gives: [.nothing(), .page, .problem(403, "Wrong token.")]
            ) { try await $0.signIn($1, $2) }),
        Route(
            "/login/openid", .other, for: .everybody,
            .get("Sends the browser to the OpenID provider") { try $0.beginOpenID($1) }),
        Route(
            "/login/openid/callback", .other, for: .everybody,
            .get("Where the browser comes back from the OpenID provider") { try $0.completeOpenID($1) }),
        Route(
            "/account/openid", .other, for: .browsers,
            .get("Sends the browser to the OpenID provider, to link an identity", []) { try $0.beginLinking($1) }),
        Route(
            "/\(confirmationRoot)/{secret}", .other, for: .everybody,
            .get("The page that a link in an email opens") { $0.confirmation($1.path["secret"], $1) },
            .post("Confirms the address of a destination") { try await $0.confirm($2.path["secret"], $2) }),
        Route(
            "/\(resetRoot)/{secret}", .other, for: .everybody,
            .get("The page that a link to set a password opens") { $0.openLink(.reset, $1) },
            .post("Sets a password, once") { try await $0.useLink(.reset, $1, $2) }),
        Route(
            "/\(invitationRoot)/{secret}", .other, for: .everybody,
            .get("The page that an invitation opens") { $0.openLink(.invitation, $1) },
            .post("Adds an account, once") { try await $0.useLink(.invitation, $1, $2) }),
    ]

    private static let listParameters: [Parameter] = [
        .limit, .listedFeed, .listedFolder, .pageOnly("shown"), .pageOnly("again"), .pageOnly("offset"),
        .pageOnly("order"), .pageOnly("q"), .pageOnly("open"), .pageOnly("part"),
    ]

    private static let changeLabels = RouteOperation.post(
        "Adds labels to items and removes them, or renames or removes a label", id: "changeLabels",
        [
            .field("add", .texts, "The labels to add; those that don't exist are made."),
            .field("remove", .texts, "The labels to remove from the items."),
            .field("scope", .text, "The scope of the ids, as in the response."),
            .anyFeedPage,
            .field("id", .ids, "The items' ids."),
            .field("rename", .text, "Instead of items: the label to rename."),
            .field("to", .text, "With `rename`: the new name. If another label has it, both become one."),
            .field("delete", .text, "Instead of items: the label to remove from all items."),
        ],
        gives: [.json("Labeled", as: "The items that changed, for programs."), .nothing(), .page],
        asks: { handler, form, _ in try await handler.labelQuestion(form) }
    ) { try await $0.changeLabels($1, $2) }

    private static let changeStories = RouteOperation.post(
        "Takes items out of their stories, joins items that tell the same story, or undoes that", id: "changeStories",
        [
            .field(
                "do", .words(StoryAction.allCases.map(\.rawValue)),
                "`apart` gives each item a row of its own; `join` makes one row of all items and their stories."),
            .field("scope", .text, "The scope of the ids, as in the response."),
            .anyFeedPage,
            .field("id", .ids(atMost: StoryChange.maximum), "The items' ids."),
            .field(
                "with", .texts,
                "With `join`: further items, by the paths of their pages: that of a feed's page, `?item=` and the item's id."
            ),
            .field("undo", .text, "Instead of `do`: the change to undo, which `undo` in the response had."),
        ],
        gives: [
            .json("StoryChange", as: "How to undo the change, for programs."),
            .nothing("Nothing has changed, or it was undone, for programs."), .page,
        ]
    ) { try await $0.changeStories($1, $2) }

    private static let changeFollowing = RouteOperation.post(
        "Arranges followed feeds, changes several of them, or undoes unfollowing", id: "changeFollowing",
        [
            .field(
                "restore", .text, "Follows again what a request has unfollowed, with its settings and place."),
            .field(
                "up", .text, "Moves an item up by one place: a feed by the path of its page, or a folder by its path."),
            .field("down", .text, "Moves an item down by one place."),
            .field("move", .text, "The item to move elsewhere."),
            .field("before", .text, "With `move`: the item that it goes before."),
            .field("after", .text, "With `move`: the item that it goes behind."),
            .field("into", .text, "With `move`: the folder that it goes into; empty for none."),
            .field(
                "do", .words(FollowedChange.allCases.map(\.rawValue)), "What to do with the feeds in `feed`."),
            .field("feed", .texts, "With `do`: the paths of the feeds' pages."),
            .field("in", .text(atMost: 200), "Instead of `feed`: the folder whose feeds are changed."),
            .field(
                "folder", .text(atMost: 200), "With `do=folder`: the folder, such as News/Tech; empty for none."),
            .field("interval", .text, "With `do=interval`: 30m, 2h, 1d, never or default."),
            .field("stories", FollowSettings.Stories.schema, "With `do=stories`: how the feeds' items are joined."),
        ],
        gives: [.json("Unfollowed", as: "Unfollowed, for programs: how to undo it."), .nothing(), .page],
        asks: { handler, form, _ in try await handler.followingQuestion(form) }
    ) { try await $0.changeFollowing($1, $2) }
}

extension Route {
    /// Files of pages, pictures, the callbacks of hubs, and the APIs of reader apps.
    static let files: [Route] = [
        Route("/assets/{file}", .other, for: .everybody, .get("A file of the page") { $0.asset($1.path["file"], $1) }),
        // At the root, because a service worker only handles addresses below its own.
        Route("/worker.js", .other, for: .everybody, .get("The service worker") { $0.asset("worker.js", $1) }),
        Route(
            "/avatars/{hash}", .picture, for: .readerApps,
            .get("An avatar; with `kept=1` only if it is cached") { $0.avatar($1) }),
        Route(
            "/pictures/{signature}", .picture, for: .everybody,
            .get(
                "A picture in an article; with `kept=1` only if it is cached",
                [.pageOnly("feed"), .pageOnly("url"), .pageOnly("kept")]
            ) { $0.picture($1) }),
        Route(
            "/icons", .picture, for: .readerApps,
            .get("The icons of several feeds, for the page's script", [.pageOnly("feeds")]) { try $0.icons($1) }),
        Route(
            "/icons/{signature}", .picture, for: .everybody,
            .get("The icon of a feed", [.pageOnly("feed")]) { $0.icon($1) }),
        Route(
            "/\(WebSubCallback.root)/{secret}", .other, for: .everybody, largestBody: 3 << 20,
            RouteOperation(
                methods: [.get], summary: "Verifies a subscription, for its hub", answer: .read { $0.verify($1) }),
            RouteOperation(
                methods: [.post], summary: "Delivers a feed, from its hub", answer: .unchecked { $0.receive($1) })
        ),
        Route(
            "/{app}", .document, for: .everybody, largestBody: ReaderAPI.largestBody,
            RouteOperation(
                methods: [.get, .head, .post, .put, .delete], summary: "The API of a reader app",
                answer: .unchecked { try $0.answerApp($1) })),
    ]
}
