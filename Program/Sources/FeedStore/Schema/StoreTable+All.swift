extension StoreTable {
    /// All tables but the full-text index, in the order in which they are copied and rescued.
    static let all = accounts + feeds + stories + reading + rules + requests

    /// Who reads, and what they sign in with. Secrets are stored as hashes: passwords as ``PasswordHash/text``, the others as
    /// ``Secret/hash``.
    private static let accounts = [
        StoreTable(
            name: "account", row: "a user with follows, marks and rules of their own",
            notes: """
                the first one has the id 1. `password_hash` is an Argon2id hash; `saved_days` is the age in days at which read \
                items are unsaved, NULL for none; `disabled_at` is NULL unless it is disabled. `change_number` is the \
                number of the last change of its data (in PostgreSQL)
                """,
            columns: [
                .id, .text("name"), .integer("created_at"), .flag("is_administrator"), .text("password_hash").optional,
                .integer("used_at").optional, .integer("saved_days").optional, .integer("disabled_at").optional,
                .integer("change_number", default: 0),
            ], key: ["id"], unique: [["name"]], rescue: .rows),
        StoreTable(
            name: "app_password", row: "an app password of an account",
            notes: """
                SHA-256 hashes: `hash` of the password, `google_hash` and `fever_hash` of the values that those protocols send \
                instead of it. `scope` is what it opens
                """,
            columns: [
                .id, .integer("account_id"), .text("name"), .text("hash"), .integer("created_at"),
                .integer("used_at").optional, .text("google_hash").optional, .text("fever_hash").optional,
                .text("scope", default: "reader"),
            ], key: ["id"], unique: [["hash"], ["account_id", "name"]],
            indexes: [
                Index("app_password_google", "google_hash"), Index("app_password_fever", "fever_hash"),
            ], rescue: .rows),
        StoreTable(
            name: "session", row: "a browser that is signed in", notes: "a SHA-256 hash",
            columns: [
                .id, .integer("account_id"), .text("hash"), .integer("created_at"), .integer("used_at"),
                .integer("expires_at"), .text("address").optional, .text("browser").optional,
            ], key: ["id"], unique: [["hash"]], indexes: [Index("session_account", "account_id", "used_at")]),
        StoreTable(
            name: "identity", row: "an identity at an OpenID provider that an account signs in with",
            notes: "`issuer` and `subject` identify it; `name` is what the provider called its user when it was linked",
            columns: [
                .id, .integer("account_id"), .text("issuer"), .text("subject"), .text("name").optional,
                .integer("created_at"),
            ], key: ["id"], unique: [["issuer", "subject"]], rescue: .rows),
        StoreTable(
            name: "completed_sign_in", row: "a sign-in by an OpenID provider, which nobody can complete again",
            notes: "a SHA-256 hash; kept for ten minutes", columns: [.text("hash"), .integer("expires_at")],
            key: ["hash"], isCopied: false),
        StoreTable(
            name: "server_secret", row: "a secret that all servers with this store share",
            notes: "`sign-in` signs the cookies of sign-ins by an OpenID provider",
            columns: [.text("name"), .text("secret")], key: ["name"], isCopied: false),
        StoreTable(
            name: "own_token", row: "an account's own token for an upstream",
            notes: "`token` itself, because the upstream gets it",
            columns: [.integer("account_id"), .text("upstream"), .text("token")], key: ["account_id", "upstream"],
            rescue: .scan),
        StoreTable(
            name: "feed_secret",
            row: "the secret in the addresses of an account's [feeds](apps.md#feeds-of-what-you-collect)",
            notes: "`secret` itself, because the account's page shows it again; looked up by its SHA-256 `hash`",
            columns: [.integer("account_id"), .text("secret"), .text("hash"), .integer("created_at")],
            key: ["account_id"], unique: [["hash"]], rescue: .rows),
        StoreTable(
            name: "setting", row: "a choice of an account that differs from the default",
            notes: "such as `theme` or a keyboard shortcut, `key-save`, for [the page](page.md#settings)",
            columns: [.integer("account_id"), .text("name"), .text("value")], key: ["account_id", "name"],
            rescue: .scan),
        StoreTable(
            name: "reset_link", row: "the link with which an account's password can be set once",
            notes: "a SHA-256 hash; an account has at most one",
            columns: [.integer("account_id"), .text("hash"), .integer("created_at"), .integer("expires_at")],
            key: ["account_id"], unique: [["hash"]]),
        StoreTable(
            name: "invitation", row: "a link with which one account can be added",
            notes: "a SHA-256 hash; `account_id` is the administrator who made it. Deleted once it is used",
            columns: [
                .id, .integer("account_id"), .text("hash"), .text("name").optional, .flag("is_administrator"),
                .integer("created_at"), .integer("expires_at"),
            ], key: ["id"], unique: [["hash"]]),
    ]

    /// What was fetched, for all accounts.
    private static let feeds = [
        StoreTable(
            name: "sequence", row: "the number of the last change",
            notes: """
                one row. Each commit that changes anything gets a higher number: in a file, `value`. In PostgreSQL, numbers come \
                from the sequence `change_number`; `value` is the number of the last arrival of an item, and `change_number` that \
                of the last change of accounts or of shared data
                """,
            columns: [.integer("value"), .integer("change_number", default: 0)], key: [], isCopied: false),
        StoreTable(
            name: "program", row: "the version of Freshet that the store needs",
            notes: """
                one row. `required_version` is the oldest version that has this format. An older one names it in its error, so \
                later formats keep the table
                """,
            columns: [.text("required_version")], key: [], isCopied: false),
        StoreTable(
            name: "feed", row: "a feed, such as `github/octocat/hello`",
            notes: """
                when it was fetched, and why the last refresh failed. `owner_id` is the account that alone may read it, 0 for \
                all administrators, NULL for everybody. `check_at` is when [retention](#retention) looks next whether it is used. \
                `change_number` is the number of its last change (in PostgreSQL)
                """,
            columns: [
                .integer("id"), .text("key"), .integer("fetched_at").optional, .text("feed_title").optional,
                .integer("skipped", default: 0), .data("extra").optional, .text("error_kind").optional,
                .text("error_message").optional, .integer("error_at").optional, .integer("error_retry_at").optional,
                .flag("is_discussion"), .integer("owner_id").optional, .integer("check_at", default: 0),
                .integer("change_number", default: 0),
            ], key: ["id"], unique: [["key"]],
            indexes: [
                Index("feed_discussion", "id", where: "is_discussion = 1"), Index("feed_check", "check_at"),
            ], rescue: .rows, part: .items),
        StoreTable(
            name: "item", row: "an item, stored once even if several feeds list it",
            notes: """
                the id is the number of its arrival. Keys are unique within `scope`, which is an upstream such as `news` or a \
                feed such as `web/…`. `check_at` is when [retention](#retention) looks next whether a feed lists it, NULL for one \
                that a feed lists
                """,
            columns: [
                .integer("id"), .text("scope"), .text("key"), .text("kind").emptyByDefault,
                .text("kind_name").emptyByDefault, .integer("date").optional, .integer("first_seen_at"),
                .real("measure").optional, .text("measure_kind").optional, .real("latitude").optional,
                .real("longitude").optional, .integer("check_at").optional,
            ], key: ["id"], unique: [["key", "scope"]],
            indexes: [
                // For searches without words, which read the newest items.
                Index("item_time", "(coalesce(date, first_seen_at)) DESC", "id DESC", only: .postgreSQL),
                Index("item_check", "check_at", where: "check_at IS NOT NULL"),
            ], rescue: .rows, part: .items),
        // Large, so that scans for items read small rows.
        StoreTable(
            name: "content", row: "an item's content",
            notes: """
                `payload` is JSON, whose members are in alphabetical order after `$v`, the version of its form. In version 2, dates \
                are seconds since 1970; payloads without `$v` are read, too. Search covers `title`, `author`, `source`, `tags` \
                and `text`; `text` is stored as references to parts of the payload. `changed_at` is when it last changed since \
                the item arrived
                """,
            columns: [
                .integer("item_id"), .data("payload"), .text("title").emptyByDefault, .text("author").emptyByDefault,
                .text("source").emptyByDefault, .text("tags").emptyByDefault, .data("text").emptyByDefault,
                .integer("changed_at").optional,
            ], key: ["item_id"], rescue: .rows, part: .items),
        StoreTable(
            name: "full_text", row: "the full text of an item, from its page",
            notes: """
                `markup`, with the `doubt` `cut` if its end is missing, or else the reason in `doubt`; `address` is the page's. \
                Deleted with the item
                """,
            columns: [
                .integer("item_id"), .text("address"), .integer("fetched_at"), .text("title").optional,
                .text("byline").optional, .text("markup").optional, .text("doubt").optional,
            ], key: ["item_id"]),
        StoreTable(
            name: "listing", row: "an item in a feed",
            notes: """
                `seq` is the number of its arrival in the feed, 0 if it arrived as read ([read state](../Program/Sources/FeedStore/Marks/ReadState.swift)). \
                `is_current` is 0 if the upstream's list no longer contains it, `is_shared` 1 if other feeds list it, too. `date` \
                is copied from the item
                """,
            columns: [
                .integer("feed_id"), .integer("item_id"), .integer("seq"), .integer("date").optional, .integer("rank"),
                .integer("age"), .flag("is_current", default: nil), .flag("is_shared", default: nil),
            ], key: ["feed_id", "item_id"],
            indexes: [
                // Snapshots and retention.
                Index("listing_current", "feed_id", "is_current", "date DESC", "rank", "item_id"),
                Index("listing_age", "feed_id", "age"),
                Index("listing_seq", "feed_id", "is_current", "seq", "is_shared"), Index("listing_item", "item_id"),
            ], rescue: .rowsForEach("feed"), part: .items),
        StoreTable(
            name: "gap", row: "a period with missing items in a feed",
            notes: "the upstream no longer returns the items between `after` and `before`",
            columns: [.integer("feed_id"), .integer("after"), .integer("before")], key: ["feed_id", "after"],
            rescue: .rowsForEach("feed"), part: .items),
        StoreTable(
            name: "measurement", row: "an item's measure at one time",
            notes: "for `points-slope:`; kept for about an hour, at most eight for each item",
            columns: [.integer("item_id"), .integer("at"), .real("value")], key: ["item_id", "at"]),
        StoreTable(
            name: "unindexed", row: "an item that isn't in the search index yet",
            notes: "indexed before the next search",
            columns: [.integer("item_id")], key: ["item_id"], isCopied: false),
        StoreTable(
            name: "reindexing", row: "the progress of indexing all items anew",
            notes: """
                one row until all items are [indexed anew](#search) after an update; then none. `item_id` is the newest item \
                that is left, `last_id` the newest one when it began
                """,
            columns: [.integer("item_id"), .integer("last_id")], key: [], isCopied: false),
    ]

    /// What accounts follow, read and keep; the rule of what is unread is in ``ReadState``.
    private static let reading = [
        StoreTable(
            name: "followed", row: "a feed that an account follows",
            notes: """
                ordered by `id`, which changes when feeds are moved, with its name, folder (a path such as `News/Tech`) and \
                interval (in seconds; -1 is never); `full_text` is 1 if full texts are loaded as items are opened. `path` is \
                the address as given. `keep_items` and `keep_days` are what the account keeps of the feed. \
                `stories` is `apart` if its items join no others, `first` if their headlines come first
                """,
            columns: [
                .integer("id"), .integer("account_id"), .text("feed"), .text("path"), .text("name").optional,
                .text("folder").optional, .integer("interval").optional, .integer("since"), .flag("is_primed"),
                .flag("full_text"), .integer("keep_items").optional, .integer("keep_days").optional,
                .text("stories").optional,
            ], key: ["id"], unique: [["feed", "account_id"]], indexes: [Index("followed_account", "account_id")],
            rescue: .rows, part: .followedFeeds),
        StoreTable(
            name: "folder", row: "a folder that programs know by its number",
            notes: "`is_used` is 0 for one that was added empty, which stays until it had feeds",
            columns: [.id, .integer("account_id"), .text("name"), .flag("is_used")], key: ["id"],
            unique: [["account_id", "name"]], rescue: .rows),
        StoreTable(
            name: "reading", row: "a feed that an account reads",
            notes: """
                `read_through` is the account's watermark in the feed ([read state](../Program/Sources/FeedStore/Marks/ReadState.swift)). \
                `marked_from`, `marked_through` and `marked_at` are of the last time that all items were marked as read; \
                `visited_at` and `last_visit_at` are when the feed was visited
                """,
            columns: [
                .integer("account_id"), .integer("feed_id"), .integer("read_through", default: 0),
                .integer("marked_from").optional, .integer("marked_through").optional, .integer("marked_at").optional,
                .integer("visited_at").optional, .integer("last_visit_at").optional,
            ], key: ["account_id", "feed_id"], indexes: [Index("reading_feed", "feed_id")],
            rescue: .rowsForEach("account"), part: .items),
        StoreTable(
            name: "mark", row: "an account's marks on an item",
            notes: """
                `seq` is the number of the last mark as read or unread, 0 for none ([read state](../Program/Sources/FeedStore/Marks/ReadState.swift)). \
                `read_at` and `saved_at` are when it was read and saved. `saved_in` is the feed under which a saved or labelled \
                item is shown. `changed_at` is when a mark or a label of the item last changed
                """,
            columns: [
                .integer("item_id"), .integer("account_id"), .integer("seq", default: 0), .integer("read_at").optional,
                .integer("saved_at").optional, .text("saved_in").optional, .flag("is_highlighted"),
                .integer("changed_at").optional,
            ], key: ["item_id", "account_id"],
            indexes: [
                Index("mark_read", "account_id", "read_at", where: "read_at IS NOT NULL"),
                Index("mark_saved", "account_id", "saved_at", where: "saved_at IS NOT NULL"),
                Index("mark_exception", "account_id", "read_at", "item_id", where: ReadState.isException),
            ], rescue: .rowsForEach("account")),
        StoreTable(
            name: "label", row: "a label of an account",
            notes: "`folded` is its name in lowercase, by which it is found",
            columns: [.id, .integer("account_id"), .text("folded"), .text("name")], key: ["id"],
            unique: [["account_id", "folded"]], rescue: .rows, part: .savedItems),
        StoreTable(
            name: "item_label", row: "an item with a label",
            notes: "keeps the item, as `saved_at` of a mark does; `at` is when it got the label",
            columns: [.integer("label_id"), .integer("item_id"), .integer("at")], key: ["label_id", "item_id"],
            indexes: [Index("item_label_item", "item_id")], rescue: .rowsForEach("label"), part: .savedItems),
        StoreTable(
            name: "marking", row: "an undoable bulk mark of an account",
            notes: """
                the last 100, for a day. `seq` is its number. `items` has the ids of the changed items, each as the difference \
                from the one before it, and is empty once it is undone; `shown` is the number of changed items in lists
                """,
            columns: [
                .integer("seq"), .integer("account_id"), .text("mark"), .integer("marked_at"), .integer("shown"),
                .text("items"),
            ], key: ["seq"], indexes: [Index("marking_account", "account_id", "seq")]),
        StoreTable(
            name: "muted", row: "a listing that an account's rules hide",
            columns: [.integer("account_id"), .integer("feed_id"), .integer("item_id")],
            key: ["account_id", "feed_id", "item_id"], indexes: [Index("muted_item", "item_id")], rescue: .scan),
        StoreTable(
            name: "playback", row: "where an account stopped playing a file of an item",
            notes: "`position` and `duration` in milliseconds. Deleted with the item",
            columns: [
                .integer("account_id"), .integer("item_id"), .text("address"), .integer("position"),
                .integer("duration").optional, .integer("at"),
            ], key: ["item_id", "account_id", "address"], rescue: .scan),
    ]

    /// Rules, a record of what they did, and notifications. A notification has a row in `delivery` for each destination.
    private static let rules = [
        StoreTable(
            name: "rule", row: "an account's rule",
            notes:
                "its text; ordered by `position`. `is_pending` is 1 until it is applied to the items that were stored before it",
            columns: [
                .id, .integer("account_id"), .integer("position"), .text("text"), .integer("created_at"),
                .integer("matched_at").optional, .integer("fired_at").optional, .flag("is_pending"),
            ], key: ["id"], unique: [["account_id", "text"]], rescue: .rows, part: .rules),
        StoreTable(
            name: "rule_progress", row: "how far an account's rules are applied to stored items",
            notes: """
                until they are applied to all. `item_id` is the newest item that is left; `applied` of `total` are done. A server \
                that continues moves `claimed_until` first
                """,
            columns: [
                .integer("account_id"), .integer("item_id"), .integer("applied"), .integer("total").optional,
                .integer("began_at"), .text("claimant").optional, .integer("claimed_until").optional,
            ], key: ["account_id"]),
        StoreTable(
            name: "rule_match", row: "an item on which a rule acted",
            notes: "makes sure that `mark`, `save`, `label` and `notify` act once",
            columns: [.integer("rule_id"), .integer("item_id"), .integer("at")], key: ["rule_id", "item_id"],
            indexes: [Index("rule_match_item", "item_id")], rescue: .rowsForEach("rule"), part: .rules),
        StoreTable(
            name: "destination", row: "an account's destination of notifications",
            notes: "`settings` is JSON and includes the secret of a webhook",
            columns: [
                .id, .integer("account_id"), .text("name"), .data("settings"), .integer("created_at"),
                .integer("delivered_at").optional, .integer("failures", default: 0), .text("error").optional,
                .integer("error_at").optional, .integer("retry_at").optional, .integer("claimed_until").optional,
                .integer("digested_at").optional,
            ], key: ["id"], unique: [["account_id", "name"]], rescue: .rows, part: .rules),
        StoreTable(
            name: "notification", row: "a notification that isn't delivered everywhere",
            columns: [
                .id, .integer("account_id"), .text("uid"), .text("rule"), .integer("count").optional,
                .text("scope").optional, .text("item").optional, .text("feed").optional, .integer("created_at"),
            ], key: ["id"], unique: [["uid"]], rescue: .rows, part: .rules),
        StoreTable(
            name: "delivery", row: "a destination that hasn't received a notification",
            notes: "those of one `batch` are sent together",
            columns: [.integer("destination_id"), .integer("notification_id"), .integer("batch").optional],
            key: ["destination_id", "notification_id"], rescue: .rowsForEach("destination"), part: .rules),
    ]

    /// Requests to upstreams and hubs. The ledger isn't rescued: with items missing, the next responses must be complete.
    private static let requests = [
        StoreTable(
            name: "ledger", row: "an address and its requester",
            notes:
                "the result of the last request, its validators, when the next request is allowed, and by which rule",
            columns: [
                .text("url"), .text("requester"), .text("feed"), .integer("requested_at"), .integer("status").optional,
                .text("failure_kind").optional, .text("failure_message").optional, .text("etag").optional,
                .text("last_modified").optional, .integer("next_allowed_at").optional, .text("rule").optional,
                .text("next_page").optional, .integer("requests"), .integer("counted_since"),
                .integer("received_at").optional,
            ], key: ["url", "requester"],
            indexes: [Index("ledger_requested", "requested_at"), Index("ledger_feed", "feed")], numbersRows: true),
        StoreTable(
            name: "quota", row: "a rate limit", notes: "as the upstream last reported it",
            columns: [
                .text("host"), .text("resource"), .text("requester"), .integer("quota_limit").optional,
                .integer("remaining"), .integer("reset_at"), .integer("seen_at"), .text("rule"),
            ], key: ["host", "resource", "requester"]),
        StoreTable(
            name: "lease", row: "a request in flight",
            notes: "keeps two processes from making the same request; expires",
            columns: [.text("url"), .text("requester"), .integer("until")], key: ["url", "requester"]),
        StoreTable(
            name: "hub_subscription", row: "a subscription to a [hub](websub.md)",
            notes: """
                a feed has at most one that is neither verified nor ending. `key` is the end of the callback's address, looked \
                up by its SHA-256 `hash`; `secret` signs deliveries. A server that asks the hub moves `next_at` first
                """,
            columns: [
                .id, .text("feed"), .text("topic"), .text("hub"), .text("key"), .text("hash"), .text("secret").optional,
                .flag("is_ending"), .integer("verified_at").optional, .integer("expires_at").optional,
                .integer("delivered_at").optional, .text("refusal").optional, .integer("failures", default: 0),
                .integer("next_at"),
            ], key: ["id"], unique: [["hash"]],
            indexes: [
                Index("hub_subscription_feed", "feed"),
                Index(
                    "hub_subscription_pending", "feed", where: "verified_at IS NULL AND is_ending = 0", isUnique: true),
            ], rescue: .rows),
        StoreTable(
            name: "hub_delivery", row: "an acknowledged delivery that isn't processed yet",
            notes: "without a `body`, a hint to fetch the feed; a server that processes it moves `due_at` first",
            columns: [
                .id, .integer("subscription_id"), .text("content_type").optional, .data("body").optional,
                .integer("due_at"),
            ], key: ["id"], indexes: [Index("hub_delivery_subscription", "subscription_id")]),
    ]
}
