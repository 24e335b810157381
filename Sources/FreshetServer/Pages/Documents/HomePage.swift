/// The first page: a look at each of the three worlds.
struct HomePage: Sendable {
    /// The start of a feed.
    struct Digest: Sendable {
        let address: FeedAddress
        let state: LiveState
    }

    /// The followed repositories, the planet, a list of news: each with its newest items, three to six.
    let digests: [Digest]
    let site: Site

    var html: HTML {
        Layout(title: "Freshet", address: "/", site: site).document("<main id=\"main\"><h1>Freshet</h1></main>")
    }
}
