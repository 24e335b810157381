import Feeds
import GitFeed
import News
import OurPlanet

/// What was saved for later.
struct SavedPage: Sendable {
    /// A saved item of any upstream.
    enum Item: Sendable {
        case gitHub(GitHubItem)
        case event(NaturalEvent)
        case story(Story)
    }

    /// The items, those that were saved last first.
    let items: [Item]
    /// How many more were saved that this version cannot read.
    let unreadable: Int
    let site: Site

    var html: HTML {
        let context = RowContext(query: PageQuery(limit: 1000), site: site, destination: "/saved")
        let rows = items.map { $0.row(context) }
        let empty: HTML = """
            <div class="notice"><p class="lede">Nothing is saved yet.</p><p>The bookmark beside an item, or the key <kbd>s</kbd>, \
            keeps it here for later, even after its feed has forgotten it.</p></div>
            """
        let lost: HTML? =
            unreadable > 0
            ? "<p class=\"notice\">\(unreadable) more cannot be read by this version of Freshet.</p>" : nil
        return Layout(title: "Saved", address: "/saved", site: site).document(
            """
            <main id="main" class="feed"><header class="head"><h1>Saved for later</h1>\
            <p class="summary">\(rows.isEmpty ? "" : "\(rows.count) \(rows.count == 1 ? "item" : "items"), the last saved first." as HTML)</p></header>
            <div class="list"><ol class="rows mixed" id="rows" aria-label="Saved items">\(rows.map(\.html))</ol>\
            \(rows.isEmpty ? empty : nil)\(lost)</div></main>
            """)
    }
}

extension SavedPage.Item {
    fileprivate func row(_ context: RowContext) -> Row {
        let marks = Marks(isSaved: true)
        return switch self {
        case .gitHub(let item): item.row(marks, context)
        case .event(let event): event.row(marks, context)
        case .story(let story): story.row(marks, context)
        }
    }
}
