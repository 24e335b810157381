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
        Layout(title: "Saved", address: "/saved", site: site).document("<main id=\"main\"><h1>Saved</h1></main>")
    }
}
