import WebText
import Feeds
import GitFeed
import News
import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Entry {
    init(_ item: GitHubItem) {
        self.init(
            id: Fingerprint(of: "github " + item.id).urn, url: WebAddress(item.url)?.text, title: item.title,
            summary: item.type == "Repository" ? "The repository \(item.repository)." : "In \(item.repository).",
            date: item.date, author: item.author.map(Person.init), tags: [item.type, item.repository])
    }

    init(_ category: CategorySummary, path: String) {
        var sentences: [String] = []
        if let count = category.eventCount, let open = category.openCount {
            sentences.append("\(count) \(count == 1 ? "event" : "events"), \(open) of them open.")
        }
        if let description = category.description { sentences.append(description) }
        self.init(
            id: Fingerprint(of: "planet category " + category.id).urn, url: path + "/" + category.id.percentEncoded,
            title: category.title, summary: sentences.isEmpty ? category.title : sentences.joined(separator: " "),
            date: nil, tags: [category.id])
    }

    init(_ event: NaturalEvent) {
        var facts = [event.closed.map { "closed on \($0.internetDateTime.prefix(10))" } ?? "open"]
        if let magnitude = event.magnitude {
            let value =
                magnitude.value == magnitude.value.rounded() && abs(magnitude.value) < 1e15
                ? String(Int(magnitude.value)) : String(magnitude.value)
            facts.append([value, magnitude.unit].compactMap { $0 }.joined(separator: " "))
        }
        let kinds = event.categories.map(\.title).joined(separator: ", ")
        let sentence = "\(kinds.isEmpty ? "Natural event" : kinds): \(facts.joined(separator: ", "))."
        self.init(
            id: Fingerprint(of: "planet " + event.id).urn, url: event.url.flatMap { WebAddress($0) }?.text,
            title: event.title,
            summary: [sentence, event.description].compactMap { $0 }.joined(separator: " "),
            date: event.date, tags: event.categories.map(\.title), place: event.position.flatMap(Place.init))
    }

    init(_ story: Story) {
        var facts: [String] = []
        if let score = story.score { facts.append("\(score) \(score == 1 ? "point" : "points")") }
        if let comments = story.comments { facts.append("\(comments) \(comments == 1 ? "comment" : "comments")") }
        if let site = story.site { facts.append("on " + site) }
        self.init(
            id: Fingerprint(of: "news \(story.id)").urn, url: WebAddress(story.url)?.text ?? story.page.absoluteString,
            discussion: story.url == story.page ? nil : story.page.absoluteString, title: story.title,
            summary: facts.isEmpty ? story.title : facts.joined(separator: ", ") + ".", date: story.date,
            author: story.author.map(Person.init(ofNews:)), tags: [story.type])
    }
}

extension Entry.Person {
    init(_ author: Author) {
        self.init(name: author.name, page: author.name.isPlain ? "https://github.com/" + author.name : nil)
    }

    init(ofNews name: String) {
        self.init(name: name, page: name.isPlain ? "https://news.ycombinator.com/user?id=" + name : nil)
    }
}

extension Entry.Place {
    init?(_ position: Position) {
        guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return nil }
        self.init(latitude: position.latitude, longitude: position.longitude)
    }
}

extension String {
    /// Whether it can be a login: short, with nothing in it that an address would have to encode.
    fileprivate var isPlain: Bool {
        (1...64).contains(utf8.count)
            && unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_")
            }
    }
}
