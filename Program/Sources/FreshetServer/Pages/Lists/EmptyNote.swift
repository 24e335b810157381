import WebText

/// The note in place of a list without items: why it is empty, what will appear there, and the one thing to do.
struct EmptyNote {
    /// An action of the reader.
    enum Action {
        /// Open a page of this server; the words are the link's.
        case link(String, HTML)
        /// Open a page of another site.
        case site(WebAddress, HTML)
        /// Fill in a form.
        case form(HTML)

        fileprivate var html: HTML {
            switch self {
            case .link(let address, let words): "<p><a class=\"button\" href=\"\(address)\">\(words)</a></p>"
            case .site(let address, let words): "<p>\(address.link(words, class: "button"))</p>"
            case .form(let form): form
            }
        }
    }

    /// Why it is empty, as a sentence.
    let reason: HTML
    /// A sentence about the items that will appear there; nil if the reason says it.
    var advice: HTML?
    let action: Action
    /// Whether the page's script hides it while the list has items.
    var isLive = false

    var html: HTML {
        let live: HTML? = isLive ? " when-none" : nil
        return
            "<div class=\"nothing\(live)\"><p class=\"lede\">\(reason)</p>\(advice.map { "<p>\($0)</p>" as HTML })\(action.html)</div>"
    }

    /// Leads to items that can be saved or labelled.
    static let choosing = Action.link("/unread", "Choose an unread item")

    /// No unread items are left in a list that receives new ones.
    static func caughtUp(
        _ action: Action = .link("/search?q=is%3Aread&sort=date", "Show read items")
    ) -> EmptyNote {
        EmptyNote(
            reason: "All caught up.", advice: "New items of the feeds you follow appear here.", action: action,
            isLive: true)
    }
}
