import FeedStore
import Feeds
import Search
import WebText

/// The kinds of item that rules mute in one feed, as its page offers them.
struct MutedKinds: Sendable, Hashable {
    /// The value of the form for items by bots.
    static let bots = "bots"

    let feed: Feed
    /// The kinds that rules mute, by their ids, and ``bots``.
    private(set) var muted: Set<String> = []

    /// Reads the rules that the form can create; ignores other rules.
    init(_ feed: Feed, _ rules: [Rule]) {
        self.feed = feed
        let texts = Set(rules.map(\.text))
        muted = Set(choices.map(\.id).filter { texts.contains(rule(for: $0)) })
    }

    /// The choices: bots, then the feed's kinds. Empty for feeds of one kind.
    var choices: [FeedControls.Choice] {
        guard let kinds = feed.controls.kinds else { return [] }
        return (feed.controls.hasBots ? [FeedControls.Choice(Self.bots, "Bots")] : []) + kinds.choices
    }

    /// The rule that mutes a kind.
    func rule(for kind: String) -> String {
        let place = "in:\(feed.key.rawValue)"
        if kind == Self.bots { return "mute author:[bot] \(place)" }
        return "mute kind:\(kind.contains(" ") ? "\"\(kind)\"" : kind) \(place)"
    }
}

/// The form that mutes kinds of item in one feed.
struct MuteForm {
    let kinds: MutedKinds
    /// The local path to return to.
    let returnPath: String

    /// Nil for feeds of one kind.
    var html: HTML? {
        let choices = kinds.choices
        guard !choices.isEmpty else { return nil }
        let boxes: [HTML] = choices.map { choice in
            let checked: HTML? = kinds.muted.contains(choice.id) ? " checked" : nil
            return """
                <label><input type="checkbox" name="kind" value="\(choice.id)" autocomplete="off"\(checked)> \
                \(SafeText(choice.name, atMost: 80).text)</label>
                """
        }
        let count: HTML? = kinds.muted.isEmpty ? nil : " (\(kinds.muted.count))"
        return """
            <details class="mute"><summary>Mute\(count)</summary>\
            <form method="post" action="/mute">\(Hidden("feed", kinds.feed.address).html)\(Hidden("return", returnPath).html)\
            <fieldset><legend>Mute in this feed</legend>\(boxes)</fieldset><p class="fine">To mute an author or words, <a href="/rules">add a rule</a>.</p>\
            <div class="choices"><button class="button strong">Save</button> <a href="\(kinds.feed.address)?muted=1">Show muted items</a></div></form></details>
            """
    }
}
