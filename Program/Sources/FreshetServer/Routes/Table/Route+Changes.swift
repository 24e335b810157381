import FeedStore

extension Route {
    /// Changes, by `POST`.
    static let changes: [Route] = [
        Route(
            "/follow", .other, for: .readerApps,
            .post(
                "Follows the feed at an address, or changes the settings of a followed feed", id: "follow",
                [
                    .field(
                        "address", .text(atMost: 2000),
                        "The address of a site, a feed or a page that leads to one. With `feed`: the new address of a followed web feed, which keeps its settings, items and marks."
                    ),
                    .field(
                        "page", .text(atMost: 2000),
                        "For one of several candidates: the address that led to them."),
                    .anyFeedPage,
                    .field("name", .text(atMost: 200)),
                    .field("folder", .text(atMost: 200)),
                    .field("interval", .text, "30m, 2h, 1d or never."),
                    .field(
                        "fullText", ["type": "boolean"],
                        "Whether the full texts of items are loaded as they are opened; only for web feeds."),
                    .field(
                        "stories", FollowSettings.Stories.schema,
                        "How its items are joined with those of other feeds that tell the same story: as those of all feeds, with its headline first, or never."
                    ),
                ], mayBeEmpty: true,
                gives: [
                    .json("Followed", as: "Done, for programs."), .page,
                    .json("Candidates", status: 300, as: "The address leads to several feeds.", hasPage: true),
                    .problem(502, "The address can't be checked now."),
                ]
            ) { try await $0.follow($1, $2) }),
        Route(
            "/unfollow", .other, for: .readerApps,
            .post(
                "Unfollows a feed", id: "unfollow",
                [.field("address", .text), .anyFeedPage], mayBeEmpty: true,
                gives: [
                    .json("Unfollowed", as: "Unfollowed, for programs: how to undo it."),
                    .nothing("For programs: the feed wasn't followed."), .page,
                ]
            ) { try await $0.unfollow($1, $2) }),
        Route(
            "/import", .other, for: .programs, largestBody: 16 << 20,
            .upload(
                "Imports an export or an OPML document", id: "import",
                contents: [
                    "application/json": [
                        "schema": ["type": "object", "description": "An export, as returned by /export.json."]
                    ],
                    "text/x-opml": ["schema": .text],
                ], gives: [.json("Imported", as: "What was changed", hasPage: true)]
            ) { try await $0.importFile($1, $2) }),
        Route(
            "/marks", .other, for: .readerApps,
            .post(
                "Marks items as read, unread, saved or unsaved, or undoes marking a whole list", id: "mark",
                [
                    .field("mark", .words("read", "unread", "saved", "unsaved", "older")),
                    .field(
                        "undo", .ids,
                        "Instead of `mark`: the numbers of markings to undo, which `undo` in their responses had. Items that were marked since keep that."
                    ),
                    .field("scope", .text, "The scope of the ids, as in the response."),
                    .anyFeedPage,
                    .field("id", .ids, "The items' ids."),
                    .field(
                        "all", .flag,
                        "All items of the feed or folder, or of all followed feeds if neither is given."),
                    .field("folder", .text),
                    .field("before", .text, "With `all`: only items older than this date."),
                    .field(
                        "until", .number,
                        "With `all`: only items that Freshet saw first at this time or earlier, in milliseconds since 1970."
                    ),
                    .field("date", .text, "With `older`: marks older items as read."),
                ], gives: [.json("Marked", as: "Done, for programs."), .page]
            ) { try await $0.mark($1, $2) }),
        Route(
            "/visit", .other, for: .readerApps,
            .post("Records a visit to a feed", id: "visit", [.feedPage], gives: [.nothing(), .page]) {
                try await $0.visit($1, $2)
            }),
        Route(
            "/mute", .other, for: .programs,
            .post(
                "Mutes kinds of item in a feed, and unmutes the others", id: "muteKinds",
                [
                    .feedPage,
                    .field(
                        "kind", .texts,
                        "A kind of item to mute, such as WatchEvent; `bots` mutes items by bots. Kinds that are left out are unmuted."
                    ),
                ], gives: [.nothing(), .page]
            ) { try await $0.mute($1, $2) }),
        Route(
            "/playback", .other, for: .readerApps,
            .post(
                "Stores where playing a file of an item stopped", id: "notePlayback",
                [
                    .itemFeed, .itemID, .required("url", .text, "The address of a file of the item."),
                    .required("position", .text, "The position in seconds, such as 61.5."),
                    .field("duration", .text, "The length of the file in seconds."),
                ], gives: [.nothing("Done.")]
            ) { try await $0.notePlayback($1, $2) }),
        Route(
            "/full-text", .other, for: .readerApps,
            .post(
                "Loads the full text of an item from its page, and keeps it with the item", id: "loadFullText",
                [.itemFeed, .itemID, .field("again", .flag, "Whether it is loaded even if it is stored.")],
                gives: [
                    .json("FullText", as: "What was found on the page, for programs."), .page,
                    .problem(502, "The page couldn't be loaded, or isn't a web page."),
                ]
            ) { try await $0.loadFullText($1, $2) }),
        Route(
            "/refresh", .other, for: .readerApps,
            .post(
                "Refreshes a feed, or all feeds of a list, within the limits of their upstreams", id: "refresh",
                [
                    .anyFeedPage,
                    .field("folder", .text, "Instead of `feed`: the folder whose feeds are refreshed."),
                    .field("all", .flag, "Instead of `feed`: whether all followed feeds are refreshed."),
                ],
                gives: [
                    .json("Refreshed", as: "What a list has received, at most ten seconds later, for programs."),
                    .nothing(), .page,
                ]
            ) { try await $0.refresh($1, $2) }),
        Route(
            "/logout", .other, for: .browsers,
            .post("Signs out", id: "logout", mayBeEmpty: true, gives: [.nothing(), .page]) {
                try await $0.signOut($1, $2)
            }),
    ]
}
