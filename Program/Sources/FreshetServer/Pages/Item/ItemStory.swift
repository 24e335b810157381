import FeedStore
import Feeds
import Platform
import WebText

/// The other items that tell the story of an open item, with forms that take them apart. They work without JavaScript.
struct ItemStory: Sendable {
    /// The open item.
    let item: ListedItems.Item
    /// The others, the one with the headline first, then in the order of arrival.
    let voices: [ListedItems.Item]
    /// The story, with its headline first; nil if the item is by itself.
    let group: StoryGroup?
    /// The split or join that the item offers to undo.
    var undo: StoryChange?

    private var address: String { ItemArticle.address(item.key.id, in: item.feed) }

    /// The path of the page that joins an item with others.
    static func joinAddress(of item: String) -> String { "/stories?item=" + item.percentEncoded }

    func html(_ site: Site) -> HTML {
        let list: HTML? =
            voices.isEmpty
            ? nil
            : """
            <h3 id="story-title" tabindex="-1">Also told by</h3><ul aria-labelledby="story-title">\(voices.map { voice($0, site) })</ul>
            """
        // For the row of the story in a list.
        let row = group.map { story in
            "<template>\(RowStory(story, after: story.voices.first?.feed, site).html(after: ""))</template>" as HTML
        }
        return """
            <section class="story" aria-label="Story">\(notice)\(list)\(row)\
            <p><a class="button quiet" href="\(Self.joinAddress(of: address))">Join with another item</a></p></section>
            """
    }

    private var notice: HTML? {
        undo.map { change in
            """
            <form class="story-undo" method="post" action="/stories">\(Hidden("undo", change.text).html)\(Hidden("return", address).html)\
            <p role="status">The story was changed. <button class="button">Undo</button></p></form>
            """
        }
    }

    private func voice(_ voice: ListedItems.Item, _ site: Site) -> HTML {
        let entry = voice.shown.entry
        let title = SafeText(entry.plainTitle, atMost: 300)
        return """
            <li><div class="voice"\(entry.plainTitle.isRightToLeft ? " dir=\"rtl\"" : nil as HTML?)>\
            <a class="name" href="\(ItemArticle.address(entry.id, in: voice.feed))">\(title.html)</a>\
            <p class="meta facts">\(facts(of: voice, site).map { "<span>\($0)</span>" as HTML }.joined(separator: " "))</p></div>\
            <form class="story-apart" method="post" action="/stories">\(Hidden("do", StoryAction.apart.rawValue).html)\
            \(Hidden("scope", voice.key.scope).html)\(Hidden("id", voice.key.id).html)\(Hidden("return", address).html)\
            <button class="button quiet" aria-label="Take apart: \(title.text)" title="Give it a row of its own">Take apart</button></form></li>
            """
    }

    /// The voice's feed, age, measures and links.
    private func facts(of voice: ListedItems.Item, _ site: Site) -> [HTML] {
        let entry = voice.shown.entry
        let name = site.title(of: voice.feed)
        var facts: [HTML] = [
            """
            <a class="source" href="\(voice.feed.address)">\(FeedMark(voice.feed, titled: name).standalone)\(BrokenName(name).html)</a>
            """
        ]
        if let date = entry.date { facts.append(Instant(date).html(.age, site.now)) }
        let discussion = entry.discussion.flatMap { WebAddress($0) }
        facts += entry.measures.filter { $0.value != nil }.map { measure in
            measure.id == "comments" ? discussion?.link("\(measure.words)") ?? "\(measure.words)" : "\(measure.words)"
        }
        if case .web(let url) = entry.link, let address = WebAddress(url) {
            facts.append(address.link("Open \(ItemArticle.host(of: address))"))
        }
        return facts
    }
}

/// A user's change of stories, by its name in forms.
enum StoryAction: String, CaseIterable {
    case apart, join
}
