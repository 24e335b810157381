/// The tables of a store, but those that are made anew: the sequence, the full-text index and its queue.
enum StoredTable: String, CaseIterable {
    case account, appPassword = "app_password", session, ownToken = "own_token", feedSecret = "feed_secret"
    case feed, item, content, listing, mark
    case reading, marking, muted, gap, score, fullText = "full_text", playback, followed, folder, rule
    case ruleMatch = "rule_match", sink, notification, delivery
    case ledger, quota, lease, hubSubscription = "hub_subscription", hubDelivery = "hub_delivery"

    /// The columns of the primary key.
    var key: [String] {
        switch self {
        case .account, .appPassword, .session, .feed, .item, .followed, .folder, .rule, .sink, .notification,
            .hubSubscription, .hubDelivery:
            ["id"]
        case .ownToken: ["account_id", "upstream"]
        case .feedSecret: ["account_id"]
        case .content, .fullText: ["item_id"]
        case .listing: ["feed_id", "item_id"]
        case .mark: ["item_id", "account_id"]
        case .reading: ["account_id", "feed_id"]
        case .marking: ["seq"]
        case .muted: ["account_id", "feed_id", "item_id"]
        case .gap: ["feed_id", "after"]
        case .score: ["item_id", "at"]
        case .playback: ["item_id", "account_id", "address"]
        case .ruleMatch: ["rule_id", "item_id"]
        case .delivery: ["sink_id", "notification_id"]
        case .ledger, .lease: ["url", "requester"]
        case .quota: ["host", "resource", "requester"]
        }
    }

    /// Whether the database makes the ids of new rows, which are never those of removed ones.
    var generatesIDs: Bool {
        switch self {
        case .account, .appPassword, .session, .folder, .rule, .sink, .notification, .hubSubscription, .hubDelivery:
            true
        default: false
        }
    }
}
