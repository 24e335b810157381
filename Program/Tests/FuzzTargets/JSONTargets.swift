import Earthquakes
import Freshet
import FreshetHTTP
import GitFeed
import News
import OurPlanet
import Platform

/// The answers of upstreams that speak JSON.
enum JSONTargets {
    static func gitHub(_ bytes: [UInt8]) {
        let gitHub = GitHub(transport: CannedReply(bytes), token: "x")
        guard let repository = RepositoryName("octo/harbor"), let account = AccountName("octo") else { return }
        gitHub.events(of: repository).run()
        gitHub.repositories().run()
        gitHub.account(account).run()
        gitHub.allowances().run()
        gitHub.notifications().run()
        gitHub.trending(language: "swift").run()
    }

    static func eonet(_ bytes: [UInt8]) {
        let eonet = EONET(transport: CannedReply(bytes)) { Date(timeIntervalSince1970: 1_800_000_000) }
        eonet.categories().run()
        eonet.events(in: "wildfires", status: .open).run()
        eonet.sources().run()
        eonet.magnitudes().run()
        eonet.layers().run()
    }

    static func hackerNews(_ bytes: [UInt8]) {
        let news = HackerNews(transport: CannedReply(bytes))
        news.ids(of: .top).run()
        news.item(id: 1).run()
        news.updates().run()
        news.maxItem().run()
        news.user("ann").run()
    }

    static func usgs(_ bytes: [UInt8]) {
        let usgs = USGS(transport: CannedReply(bytes))
        usgs.summary(SummaryList()).run()
    }
}
