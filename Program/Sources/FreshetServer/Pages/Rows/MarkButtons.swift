import FeedStore
import Feeds
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

/// The form of a list, which its rows' buttons submit: what they have in common.
struct MarkForm {
    let options: RowOptions

    var html: HTML {
        """
        <form id="\(options.form)" method="post" action="/marks">\(options.scope.map { Hidden("scope", $0).html })\
        \(options.older?.fields)\(Hidden("return", options.destination).html)</form>
        """
    }
}
