import WebText

/// What stands in place of a list without items: why it is empty, and what will appear there.
struct EmptyNote {
    /// Why it is empty, as a sentence.
    let reason: HTML
    /// What appears there, and how to get it.
    var advice: HTML?
    /// Whether the page's script hides it while the list has items.
    var isLive = false

    var html: HTML {
        let live: HTML? = isLive ? " when-none" : nil
        return
            "<div class=\"nothing\(live)\"><p class=\"lede\">\(reason)</p>\(advice.map { "<p>\($0)</p>" as HTML })</div>"
    }

    /// No unread items are left in a list that receives new ones.
    static let caughtUp = EmptyNote(
        reason: "All caught up.", advice: "New items of the feeds you follow appear here.", isLive: true)
}
