import Catalog
import Earthquakes
import FeedStore
import Feeds
import Foundation
import Testing

@Suite("The address of a list of earthquakes") struct AddressTests {
    @Test("A list's address is its path and its page, each of which leads back to it", arguments: SummaryList.all)
    func roundTrip(list: SummaryList) throws {
        let feed = QuakesFeed(list)
        #expect(QuakesFeed(path: feed.path)?.list == list)
        #expect(FeedCatalog.all.feed(feed.key) == Feed(feed))
        let page = try #require(feed.page)
        #expect(FeedCatalog.all.feed(pasted: page.absoluteString) == Feed(feed))
    }

    @Test("A list leads to the lists that differ in the period, and to those that differ in the magnitude")
    func choices() {
        let list = SummaryList(.week, .from4_5)
        let choices = QuakesFeed(list).controls.choices
        #expect(choices.map(\.name) == ["Period", "Magnitude"])
        #expect(choices[0].links.map(\.name) == ["Past hour", "Past day", "Past 7 days", "Past 30 days"])
        #expect(choices[1].links.map(\.name) == ["Significant", "M4.5+", "M2.5+", "M1.0+", "All"])
        #expect(choices[0].links.map(\.feed.key.rawValue).contains("quakes/month/4.5"))
        #expect(choices[1].links.map(\.feed.key.rawValue).contains("quakes/week/significant"))
        // Each choice marks the list itself.
        #expect(choices.allSatisfy { $0.links.count { $0.feed == Feed(QuakesFeed(list)) } == 1 })
    }

    @Test(
        "A list's address may leave out default parts",
        arguments: [
            (["quakes"], "quakes/day/2.5"), (["quakes", "week"], "quakes/week/2.5"),
            (["quakes", "hour", "all"], "quakes/hour/all"),
        ])
    func short(path: [String], key: String) {
        #expect(QuakesFeed(path: path)?.key.rawValue == key)
    }

    @Test(
        "An address without such a list is refused",
        arguments: [
            [], ["planet"], ["quakes", ""], ["quakes", "year"], ["quakes", "day", "3.0"],
            ["quakes", "day", "2.5", "x"],
        ])
    func refused(path: [String]) {
        #expect(QuakesFeed(path: path) == nil)
    }

    @Test(
        "A list's address can be pasted",
        arguments: [
            ("https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/2.5_week.geojson", "quakes/week/2.5"),
            ("https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_hour.atom", "quakes/hour/all"),
            ("earthquake.usgs.gov/earthquakes/feed/v1.0/summary/significant_month.csv", "quakes/month/significant"),
            ("https://earthquake.usgs.gov/earthquakes/map/?range=month&magnitude=all", "quakes/month/all"),
            ("http://EARTHQUAKE.usgs.gov/earthquakes/map/", "quakes/day/2.5"),
            ("earthquake.usgs.gov", "quakes/day/2.5"), ("quakes/month/4.5", "quakes/month/4.5"),
        ])
    func pasted(text: String, key: String) {
        #expect(FeedCatalog.all.feed(pasted: text)?.key.rawValue == key)
    }

    @Test(
        "Other addresses are left to other kinds",
        arguments: [
            "https://earthquake.example/earthquakes/feed/v1.0/summary/2.5_week.geojson",
            "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/3_week.geojson",
            "https://earthquake.usgs.gov/earthquakes/eventpage/us7000mpdr",
        ])
    func others(text: String) {
        #expect(QuakesFeed(pasted: text) == nil)
    }
}
