import FeedStore
import Feeds
import Platform
import WebText

/// The buttons of a row, which submit the form of its list.
///
/// Their titles, which name keys, are set by the page's script.
struct MarkButtons {
    let shown: ShownItem
    let key: ItemKey
    let options: RowOptions

    var html: HTML {
        """
        <div class="marks">\(older)\
        \(button("save", shown.isSaved ? "unsaved" : "saved", label: "Save", isPressed: shown.isSaved))\
        \(button("read", shown.isUnread ? "read" : "unread", label: "Read", isPressed: !shown.isUnread))</div>
        """
    }

    private var older: HTML? {
        guard options.older != nil, let date = shown.entry.date else { return nil }
        return """
            <button class="mark older" form="\(options.form)" name="mark" value="older \(date.internetDateTime) \(item)" \
            aria-label="Mark older items as read"></button>
            """
    }

    private func button(_ name: HTML, _ mark: HTML, label: HTML, isPressed: Bool) -> HTML {
        """
        <button class="mark \(name)" form="\(options.form)" name="mark" value="\(mark) \(item)" aria-label="\(label)" \
        aria-pressed="\(isPressed ? "true" : "false")"></button>
        """
    }

    /// The item, as ``MarkButton`` reads it.
    private var item: String { options.scope == nil ? key.scope + " " + key.id : key.id }
}

/// The form of a list with the fields that its rows' buttons share.
struct MarkForm {
    let options: RowOptions

    var html: HTML {
        """
        <form id="\(options.form)" method="post" action="/marks">\(options.scope.map { Hidden("scope", $0).html })\
        \(options.older?.fields)\(Hidden("return", options.returnPath).html)</form>
        """
    }
}

/// The button that marks a list as read, except for items that arrive after the page was made.
struct ReadForm {
    let target: MarkTarget
    /// The time by which the page's items were first seen. The page's script moves it on.
    let until: Date
    /// The local path to return to.
    let returnPath: String

    var html: HTML {
        """
        <form class="read-all" method="post" action="/marks">\(target.fields)\(Hidden("until", String(until.milliseconds)).html)\
        \(Hidden("all", "true").html)\(Hidden("mark", "read").html)\(Hidden("return", returnPath).html)\
        <button class="button quiet" title="Mark all as read (Shift+A)">\(Icon.read.html)<span class="words">Mark all as read</span></button></form>
        """
    }
}

/// The items that a form marks as read: the items of a feed, of a folder, or of all followed feeds.
struct MarkTarget: Sendable {
    /// The path of the feed's page.
    var feed: String?
    var folder: String?

    /// The form's fields.
    var fields: HTML { "\(feed.map { Hidden("feed", $0).html })\(folder.map { Hidden("folder", $0).html })" }
}

/// The button of a row that has submitted its list's form: `saved SCOPE ID`, or `older DATE SCOPE ID`.
///
/// A list whose items have the same scope has it in the field `scope`, and its buttons leave it out.
struct MarkButton: Sendable, Hashable {
    /// The mark, or `older`.
    let mark: String
    /// The item's date, with `older`.
    let date: String?
    let item: ItemKey
    /// The id of the item's row.
    let rowID: String

    /// Nil if another form was submitted.
    init?(_ form: Form) {
        guard var rest = form["mark"]?[...], let mark = Self.word(&rest) else { return nil }
        self.mark = mark
        date = mark == "older" ? Self.word(&rest) : nil
        let ownScope = form["scope"]
        guard let scope = ownScope ?? Self.word(&rest), !rest.isEmpty else { return nil }
        item = ItemKey(scope: scope, id: String(rest))
        rowID = item.rowID(hasScope: ownScope == nil)
    }

    /// Takes the text before the first space; nil if there is no space.
    private static func word(_ text: inout Substring) -> String? {
        guard let end = text.firstIndex(of: " ") else { return nil }
        defer { text = text[text.index(after: end)...] }
        return String(text[..<end])
    }
}

extension ItemKey {
    /// The id of the item's row.
    /// - Parameter hasScope: true if the list has items of several scopes.
    func rowID(hasScope: Bool) -> String { "row-" + (hasScope ? scope + " " + id : id).elementID }
}
