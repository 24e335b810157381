import FeedStore
import Feeds
import WebText

/// The buttons of a row, which also work without JavaScript.
struct MarkForm {
    let shown: ShownItem
    let key: ItemKey
    let rowID: String
    let options: RowOptions

    private func hint(_ title: String, _ shortcut: Shortcut) -> String {
        options.site.preferences.hint(title, shortcut)
    }

    var html: HTML {
        let older: HTML? = options.older.flatMap { scope in
            shown.entry.date.map { date in
                """
                \(scope.fields)\(Hidden("date", date.internetDateTime).html)\
                <button class="mark older" name="mark" value="older" aria-label="Mark older items as read" \
                title="\(hint("Mark older items as read", .older))"></button>
                """
            }
        }
        return """
            <form class="marks" method="post" action="/marks">\(Hidden("scope", key.scope).html)\(Hidden("id", key.id).html)\
            \(Hidden("return", options.destination + "#" + rowID).html)\(older)\
            <button class="mark save" name="mark" value="\(shown.isSaved ? "unsaved" : "saved")" aria-label="Save" \
            aria-pressed="\(shown.isSaved ? "true" : "false")" title="\(hint("Save", .save))"></button>\
            <button class="mark read" name="mark" value="\(shown.isUnread ? "read" : "unread")" aria-label="Read" \
            aria-pressed="\(shown.isUnread ? "false" : "true")" title="\(hint("Mark as read or unread", .read))"></button></form>
            """
    }
}
