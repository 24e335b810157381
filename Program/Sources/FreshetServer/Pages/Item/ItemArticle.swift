import FeedStore
import Feeds
import Platform
import WebText

/// An item laid out for reading, on a page of its own or beside its list.
struct ItemArticle: Sendable {
    let item: ListedItems.Item
    /// The others that tell its story, and the reader's choices; nil if it can't be joined with others.
    var story: ItemStory?
    /// The text of the item's page; nil if it wasn't loaded.
    var fullText: FullText?
    /// The positions at which playing its files stopped.
    var playback: [Playback] = []
    /// The names of the account's labels.
    var labels: [String] = []
    /// The comments on it; nil if the item has no discussion that Freshet reads.
    let discussion: ItemDiscussion?
    let site: PageContext

    /// The path of the page that shows an item of a feed.
    static func address(_ id: String, in feed: Feed) -> String { feed.address + "?item=" + id.percentEncoded }

    private var entry: Entry { item.shown.entry }
    private var address: String { Self.address(entry.id, in: item.feed) }

    /// The headline as plain text.
    var title: String { entry.plainTitle }

    var html: HTML {
        return """
            <article class="item" data-scope="\(item.key.scope)" data-id="\(item.key.id)" data-address="\(address)" \
            aria-labelledby="item-title"\(entry.plainTitle.isRightToLeft ? " dir=\"rtl\"" : nil as HTML?)><p class="kicker"><a href="\(item.feed.address)">\(FeedMark(item.feed, titled: feedTitle).standalone)\(BrokenName(feedTitle).html)</a></p>\
            <h2 id="item-title" tabindex="-1">\(headline)</h2>\(meta)\(actions)\(labelForms)\(ItemFacts(entry: entry, site: site).html)\
            \(map)<div class="item-text">\(text)\(loading)</div>\(files)\(story?.html(site))\(discussion.map { $0.html(site) })</article>
            """
    }

    private var feedTitle: String { site.title(of: item.feed) }

    private var headline: HTML { "<bdi>\(EntryTitle(entry: entry).html)</bdi>" }

    /// Author, date and place; the table has more about events.
    private var meta: HTML? {
        guard entry.location == nil else { return nil }
        var facts: [HTML] = []
        if let author = entry.author {
            let name = SafeText(author.name, atMost: 80).html
            facts.append("by \(author.page.flatMap { WebAddress($0) }?.link(name) ?? name)")
        }
        if let source = entry.source, source != item.feed.title, source != feedTitle {
            facts.append(SafeText(source, atMost: 80).html)
        }
        if let date = entry.date { facts.append(Instant(date).html(.clock, site.now)) }
        facts += entry.details.map { "\($0)" }
        if let minutes { facts.append("\(minutes) min") }
        return facts.isEmpty
            ? nil : "<p class=\"meta facts\">\(facts.map { "<span>\($0)</span>" as HTML }.joined(separator: " "))</p>"
    }

    /// The reading time in minutes at 230 words a minute; nil for a short text.
    ///
    /// Scripts without spaces count as two words for five characters.
    private var minutes: Int? {
        guard let text = fullText?.article?.markup ?? entry.text else { return nil }
        let words = PlainText(markup: text, atMost: 200_000).text.wordCount
        return words < 230 ? nil : (words + 115) / 230
    }

    private var actions: HTML {
        var links: [HTML] = []
        if let address = link.flatMap({ WebAddress($0) }) {
            links.append(
                address.link("<span>Open \(Self.host(of: address))</span>", class: hasText ? "button" : "button strong")
            )
        }
        if let url = entry.discussion, let address = WebAddress(url) {
            links.append(address.link("<span>Discuss on \(Self.host(of: address))</span>", class: "button"))
        }
        return "<div class=\"item-do\">\(links)\(entry.isMarkable ? marks : nil)\(shares)</div>"
    }

    /// The buttons that copy, share or send the address of the item's page. The page's script shows them.
    private var shares: HTML? {
        guard let address = (link ?? entry.discussion).flatMap({ WebAddress($0) }) else { return nil }
        let title = SafeText(title, atMost: 300).text
        func button(_ value: HTML, _ attributes: HTML, _ content: HTML) -> HTML {
            """
            <button type="button" value="\(value)" data-url="\(address.text)" data-title="\(title)"\(attributes) hidden>\(content)</button>
            """
        }
        let copy: HTML = " class=\"share icon-button\" aria-label=\"Copy link\" title=\"Copy link\""
        let templates = site.preferences.sendTemplates
        let sent = SendTemplate.Item(
            url: address.text, title: title, text: templates.contains(where: \.hasText) ? plainText : "")
        let services: [HTML] = templates.map {
            """
            <li><a class="send" href="\($0.filled(with: sent))" target="_blank" rel="noopener noreferrer">Send to \(SafeText($0.name, atMost: 60).html)</a></li>
            """
        }
        var menu = Menu(
            name: "Share", icon: .share,
            content: """
                \(button("system", " class=\"share\"", "Share…"))\(services.isEmpty ? nil : "<ul class=\"menu-places\">\(services)</ul>" as HTML?)\
                <div class="menu-links"><a href="/settings#send-to">\(services.isEmpty ? "Add services to send to" : "Change services")</a></div>
                """)
        menu.title = site.preferences.hint(menu.name, .send)
        return "\(button("copy", copy, Icon.link.html))\(menu.html)"
    }

    /// The beginning of the text without markup.
    private var plainText: String {
        let markup = fullText?.article?.markup ?? entry.text ?? discussion?.story?.text
        return markup.map { PlainText(markup: $0, atMost: SendTemplate.longestFilled).text } ?? entry.summary
    }

    private var link: URL? {
        if case .web(let url) = entry.link { url } else { nil }
    }

    private var labelForms: HTML? {
        entry.isMarkable ? ItemLabels(item: item, known: labels, returnPath: address).html : nil
    }

    private var marks: HTML {
        let (isSaved, isUnread) = (item.shown.isSaved, item.shown.isUnread)
        return """
            <form class="item-marks" method="post" action="/marks">\(Hidden("scope", item.key.scope).html)\
            \(Hidden("id", item.key.id).html)\(Hidden("return", address).html)\
            <button class="mark save" name="mark" value="\(isSaved ? "unsaved" : "saved")" aria-label="Save" \
            aria-pressed="\(isSaved ? "true" : "false")" title="\(site.preferences.hint("Save", .save))"></button>\
            <button class="mark read" name="mark" value="\(isUnread ? "read" : "unread")" aria-label="Read" \
            aria-pressed="\(isUnread ? "false" : "true")" title="\(site.preferences.hint("Mark as read or unread", .read))"></button></form>
            """
    }

    /// The host of an address, as readers know it.
    static func host(of address: WebAddress) -> HTML {
        let host = address.text.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        let name = host.hasPrefix("www.") ? host.dropFirst(4) : host
        return SafeText(String(name), atMost: 60).html
    }

    private var files: HTML? { ItemEnclosures(item: item, playback: playback, site: site).html }

    private var map: HTML? { PlaceMap(entry)?.html }

    /// The button that loads the full text; after that, the outcome.
    private var loading: HTML? {
        guard item.fullTextPage != nil else { return nil }
        if let fullText, fullText.article != nil {
            let author = fullText.article?.byline.map { ", by \(SafeText($0, atMost: 100).html)" as HTML }
            let cut: HTML? = fullText.article?.isCut == true ? ", cut because it is too long" : nil
            return """
                <p class="fine">The full text of the item's page\(author)\(cut), loaded \(Instant(fullText.fetchedAt).html(.clock, site.now)).</p>
                """
        }
        let remark = fullText?.remark.map { "<p class=\"fine\">\($0)</p>" as HTML }
        let again = fullText.map { _ in Hidden("again", "true").html }
        // The script sends the form itself, which only the reader may do.
        let isAlways = fullText == nil && site.followed(item.feed)?.settings.loadsFullTexts == true && !site.isForeign
        return """
            \(remark)<form class="full-text" method="post" action="/full-text"\(isAlways ? " data-always" : nil as HTML?)>\(Hidden("feed", item.feed.address).html)\
            \(Hidden("id", item.key.id).html)\(Hidden("return", address).html)\(again)\
            <button class="button"><span>\(fullText == nil ? "Load the full text" : "Try again")</span></button>\
            <span class="fine" role="status"></span></form>
            """
    }

    /// True if the page has a text to read, so that opening the item's site isn't the first action.
    private var hasText: Bool { fullText?.article != nil || entry.text != nil || discussion?.story?.text != nil }

    /// The text or, for items without one, other content.
    private var text: HTML? {
        let full = fullText?.article.map {
            site.text($0.markup, atMost: FullText.Article.maximumSize, of: item.feed, headingLevel: 3).markup
        }
        let part = entry.text ?? discussion?.story?.text
        if let markup = full ?? part.flatMap({ site.markup($0, of: item.feed, headingLevel: 3) }) {
            return "<div class=\"prose\" dir=\"auto\">\(markup)</div>"
        }
        if let text = voiceText { return text }
        // The facts of open and closed events include everything in their summaries.
        if discussion != nil || entry.isOpen != nil { return nil }
        if entry.location != nil, !entry.summary.isEmpty {
            return "<p>\(SafeText(entry.summary, atMost: 2000).html)</p>"
        }
        return "<p class=\"fine\">The feed includes no text for this item.</p>"
    }

    /// The first text of the others that tell the story, with its source.
    private var voiceText: HTML? {
        for voice in story?.voices ?? [] {
            guard let markup = voice.shown.entry.text.flatMap({ site.markup($0, of: voice.feed, headingLevel: 3) })
            else { continue }
            let address = Self.address(voice.key.id, in: voice.feed)
            return """
                <p class="fine">The text of <a href="\(address)">\(BrokenName(site.title(of: voice.feed)).html)</a>:</p>\
                <div class="prose" dir="auto">\(markup)</div>
                """
        }
        return nil
    }
}

/// The facts about an event, as a list of names and values.
struct ItemFacts {
    let entry: Entry
    let site: PageContext

    /// Nil for items without a place.
    var html: HTML? {
        guard entry.location != nil else { return nil }
        let rows: [HTML] = facts.map { name, value in "<dt>\(name)</dt><dd>\(value)</dd>" }
        return "<dl class=\"item-facts\">\(rows)</dl>"
    }

    private var facts: [(name: HTML, value: HTML)] {
        var facts: [(name: HTML, value: HTML)] = []
        if let isOpen = entry.isOpen {
            let date: HTML? = entry.closed.map { ", \(Instant($0).html(.clock, site.now))" }
            facts.append(("State", "\(isOpen ? "open" : "closed")\(isOpen ? nil : date)"))
        }
        if let began = entry.began, began != entry.date {
            facts.append(("Began", Instant(began).html(.clock, site.now)))
        }
        if let date = entry.date {
            facts.append((entry.isOpen == nil ? "Time" : "Last seen", Instant(date).html(.clock, site.now)))
        }
        facts += entry.measures.filter { $0.value != nil }.map { measure in
            ("\(measure.id.prefix(1).uppercased() + measure.id.dropFirst())", "\(measure.wordsBesideName)")
        }
        if let location = entry.location {
            facts.append(("Place", "\(location.position.words)"))
            if location.track.count > 1 { facts.append(("Track", "\(location.track.count) positions")) }
        }
        if !entry.tags.isEmpty { facts.append(("Category", SafeText(entry.tags.joined(separator: ", ")).html)) }
        let sources = entry.facts.filter { $0.role == .source }.map(link)
        if !sources.isEmpty {
            facts.append((sources.count == 1 ? "Source" : "Sources", sources.joined(separator: " ")))
        }
        let others = entry.facts.filter { $0.role == .other }.map(link)
        if !others.isEmpty { facts.append(("More", others.joined(separator: " "))) }
        return facts
    }

    private func link(_ fact: Entry.Fact) -> HTML {
        let words = SafeText(fact.text, atMost: 80).html
        return EntryLink(fact.link)?.html(words, class: "place") ?? words
    }
}

extension Entry.Measure {
    /// The number with its unit, without what the name beside it says: `4.0` for a magnitude, `80 reports` for what was felt.
    fileprivate var wordsBesideName: String {
        let unit = value == 1 ? unit.singular : unit.plural
        if id.hasPrefix(unit) { return number }
        return unit.hasPrefix(id + " ") ? number + unit.dropFirst(id.count) : words
    }
}

/// The part of a page that shows an item beside its list; hidden while no item is open.
struct ReadingPane {
    let article: ItemArticle?
    /// The path of the list, to which the item closes.
    let list: String

    var html: HTML {
        let hidden: HTML? = article == nil ? " hidden" : nil
        return """
            <section id="pane" class="pane" aria-label="Reading pane"\(hidden)><div class="pane-bar">\
            \(step(-1, "Previous item", .up, key: "k"))\(step(1, "Next item", .down, key: "j"))\
            <a class="pane-close icon-button" href="\(list)" aria-label="Close" title="Close (Esc)">\(Icon.close.html)</a></div>\(article?.html)</section>
            """
    }

    /// A button for the page's script.
    private func step(_ distance: Int, _ name: String, _ icon: Icon, key: String) -> HTML {
        """
        <button class="pane-step icon-button" type="button" value="\(distance)" aria-label="\(name)" title="\(name) (\(key))">\(icon.html)</button>
        """
    }
}
