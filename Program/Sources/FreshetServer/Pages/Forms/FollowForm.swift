import FeedStore
import Feeds
import Platform
import WebText

/// The forms that follow a feed, unfollow it and change its settings.
struct FollowForm {
    let site: PageContext

    /// A field that takes any address.
    /// - Parameters:
    ///   - page: the path of the page that shows it, to show a refusal there.
    ///   - isStrong: true if to follow is the first action beside it.
    func entry(id: String, on page: String = "/", isStrong: Bool = false) -> HTML {
        let refusal = FieldRefusal(id, site)
        return """
            <form class="follow" method="post" action="/follow">\(Hidden("form", id).html)\(Hidden("from", page).html)<label for="\(id)">Follow anything</label>\
            <div class="field"><input id="\(id)" name="address" type="text" required maxlength="2000" value="\(refusal.typed)" \
            placeholder="Paste an address" autocomplete="off" autocapitalize="none" spellcheck="false"\(refusal.attributes)>\
            <button class="button\(isStrong ? " strong" : nil as HTML?)">Follow</button></div>\(refusal.html)</form>
            """
    }

    /// The button for a feed's page.
    func button(_ feed: Feed) -> HTML {
        let action = site.followed(feed) == nil ? "follow" : "unfollow"
        return """
            <form class="\(action)" method="post" action="/\(action)">\(Hidden("feed", feed.address).html)\
            \(Hidden("return", feed.address).html)<button class="button\(action == "follow" ? nil : " danger" as HTML?)">\(action == "follow" ? "Follow" : "Unfollow")</button>\
            \(FieldRefusal("feed-follow", site).html)</form>
            """
    }

    /// The settings of a followed feed; nil if it isn't followed.
    /// - Parameter title: the feed's own name.
    func settings(_ feed: Feed, titled title: String) -> HTML? {
        guard let followed = site.followed(feed) else { return nil }
        let settings = followed.settings
        let folders: [HTML] = site.folders.map { "<option value=\"\($0)\"></option>" }
        let isFull: HTML? = settings.loadsFullTexts == true ? " checked" : nil
        let fullText: HTML? =
            feed.description.offersFullText
            ? """
            \(Hidden("fullText", "false").html)<label class="check"><input type="checkbox" name="fullText" value="true" \
            autocomplete="off"\(isFull)> Load full texts</label>
            """ : nil
        // Other feeds are named by what they show.
        let address: HTML? =
            feed.description.scope == feed.key.rawValue
            ? """
            <label>Address<input name="address" type="text" maxlength="2000" value="\(feed.description.page?.absoluteString ?? "")" \
            autocomplete="off" autocapitalize="none" spellcheck="false"></label>
            """ : nil
        return """
            <details class="settings"><summary>Settings</summary><form method="post" action="/follow">\
            \(Hidden("feed", feed.address).html)\(Hidden("return", feed.address).html)\
            <label>Name<input name="name" type="text" maxlength="200" value="\(settings.name ?? "")" \
            placeholder="\(SafeText(title, atMost: 200).text)" autocomplete="off"></label>\
            <label>Folder<input name="folder" type="text" maxlength="200" value="\(settings.folder ?? "")" list="folders" \
            autocomplete="off"></label><datalist id="folders">\(folders)</datalist>\
            <label>Interval<select name="interval" autocomplete="off">\(Self.intervals(settings.interval))</select></label>\
            <label>Keep items<select name="keep" autocomplete="off">\(Self.retentions(settings.retention))</select></label>\
            <label>Stories<select name="stories" autocomplete="off">\(Self.stories(settings.stories))</select></label>\(fullText)\(address)\
            <button class="button">Save</button></form></details>
            """
    }

    /// The choices of an interval.
    static func intervals(_ chosen: FollowSettings.PollInterval?) -> HTML {
        var choices = [
            ("default", "Default"), ("15m", "Every 15 minutes"), ("1h", "Every hour"),
            ("6h", "Every 6 hours"), ("1d", "Once a day"), ("never", "Never"),
        ]
        let words = chosen?.words ?? "default"
        if !choices.contains(where: { $0.0 == words }) { choices.append((words, "Every " + words)) }
        return options(choices, words)
    }

    /// The choices for joining a feed's items with others.
    static func stories(_ chosen: FollowSettings.Stories?) -> HTML {
        options(FollowSettings.Stories.allCases.map { ($0.rawValue, $0.title) }, (chosen ?? .joined).rawValue)
    }

    /// The choices of a retention.
    private static func retentions(_ chosen: ItemRetention?) -> HTML {
        var choices = [
            ("default", "Default"), ("180d", "180 days"), ("365d", "A year"), ("1095d", "3 years"),
            ("5000", "The newest 5,000"), ("all", "All"),
        ]
        let words = chosen?.words ?? "default"
        if !choices.contains(where: { $0.0 == words }) { choices.append((words, words)) }
        return options(choices, words)
    }

    private static func options(_ choices: [(value: String, name: String)], _ chosen: String) -> HTML {
        let options: [HTML] = choices.map { value, name in
            let selected: HTML? = value == chosen ? " selected" : nil
            return "<option value=\"\(value)\"\(selected)>\(name)</option>"
        }
        return "\(options)"
    }
}

extension FollowSettings.Stories {
    /// The name for readers.
    var title: String {
        switch self {
        case .joined: "Join with other feeds"
        case .first: "Its headline first"
        case .apart: "Never join"
        }
    }

    /// The words for programs, in messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The words for programs.
    static var schema: JSONValue { .words(allCases.map(\.rawValue)) }
}

/// The follow button of an item that is itself a feed, such as a repository.
struct RowFollowForm {
    /// The path of the feed's page.
    let address: String
    let rowID: String
    let options: RowOptions

    /// Nil for items that are no feed.
    init?(_ entry: Entry, rowID: String, options: RowOptions) {
        guard case .feed(let path) = entry.feed else { return nil }
        address = Feed.address(path)
        self.rowID = rowID
        self.options = options
    }

    var html: HTML {
        let isFollowed = options.site.followed.contains { $0.feed.address.lowercased() == address.lowercased() }
        let action = isFollowed ? "unfollow" : "follow"
        return """
            <form class="row-follow" method="post" action="/\(action)">\(Hidden("feed", address).html)\
            \(Hidden("return", options.returnPath + "#" + rowID).html)\
            <button class="button">\(isFollowed ? "Unfollow" : "Follow")</button></form>
            """
    }
}

/// The feeds that an address leads to, to choose from.
struct CandidatesPage: Sendable {
    /// The typed address.
    let address: String
    let candidates: [FeedCandidate]
    /// The path of the page of the followed feed that gets one of the addresses; nil to follow one.
    var changed: String?
    let site: PageContext

    var html: HTML {
        let choices: [HTML] = candidates.enumerated().map { index, candidate in
            let checked: HTML? = index == 0 ? " checked" : nil
            let separator: HTML? = candidate.facts.isEmpty ? nil : " · "
            let newest: HTML? = candidate.newest.map { "\(separator)newest \(Instant($0).html(.ago, site.now))" }
            return """
                <label><input type="radio" name="address" value="\(candidate.url)" required autocomplete="off"\(checked)>\
                <span><b>\(SafeText(candidate.title, atMost: 200).html)</b>\
                <small>\(candidate.facts.joined(separator: " · "))\(newest)</small>\
                <span class="address">\(SafeText(candidate.url, atMost: 200).html)</span></span></label>
                """
        }
        return Layout(title: "Choose a feed", address: "", site: site).document(
            """
            <main id="main" class="card"><h1>Choose a feed</h1><form class="candidates" method="post" action="/follow">\
            \(Hidden("page", address).html)\(changed.map { Hidden("feed", $0).html })\
            <fieldset><legend>\(SafeText(address, atMost: 200).html) has \(candidates.count) feeds. Which one do you want to follow?\
            </legend>\(choices)</fieldset>\
            <p><button class="button strong">Follow</button> <a class="button quiet" href="/">Cancel</a></p></form></main>
            """)
    }
}
