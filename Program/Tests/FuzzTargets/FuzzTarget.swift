/// A parser of untrusted bytes, as the fuzzer and the mutation tests run it.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case gitHub, eonet, hackerNews, usgs
    case webFeed, webPage, subscriptions
    case markup, text, dates, headers, addresses
    case search, rules, importing
    case requests
    case feedLoad

    /// Reads the bytes. What they mean doesn't matter; a trap, a leak or a long time does.
    package func read(_ bytes: [UInt8]) {
        switch self {
        case .gitHub: JSONTargets.gitHub(bytes)
        case .eonet: JSONTargets.eonet(bytes)
        case .hackerNews: JSONTargets.hackerNews(bytes)
        case .usgs: JSONTargets.usgs(bytes)
        case .webFeed: WebTargets.feed(bytes)
        case .webPage: WebTargets.page(bytes)
        case .subscriptions: WebTargets.subscriptions(bytes)
        case .markup: TextTargets.markup(bytes)
        case .text: TextTargets.text(bytes)
        case .dates: TextTargets.dates(bytes)
        case .headers: HTTPTargets.headers(bytes)
        case .addresses: HTTPTargets.addresses(bytes)
        case .search: QueryTargets.search(bytes)
        case .rules: QueryTargets.rules(bytes)
        case .importing: QueryTargets.importing(bytes)
        case .requests: ServerTarget.read(bytes)
        case .feedLoad: FeedLoadTarget.read(bytes)
        }
    }
}
