import FeedStore
import Feeds
import Search
import WebText

/// The labels, each with forms that rename and remove it.
struct LabelsPage: Sendable {
    let labels: [Label]
    let site: PageContext

    var html: HTML {
        Layout(title: "Labels", address: "/labels", site: site).document(
            """
            <main id="main" class="plain">\(bar)\(group.html)</main>
            """)
    }

    private var bar: HTML {
        PageBar(
            title: "Labels",
            status: "<p class=\"summary\">Items with a label stay stored until you remove it.</p>"
        ).html
    }

    private var group: PageGroup {
        let none = EmptyNote(
            reason: "No labels yet.",
            advice:
                "Labels that you give items appear here<span class=\"for-keys\">: press <kbd>l</kbd> in an item</span>.",
            action: EmptyNote.choosing)
        let list = GroupList(labelledBy: "labels", rows: labels.map(row)).html ?? GroupEntry(content: none.html).html
        return PageGroup(id: "labels", title: "Your labels", entries: [list])
    }

    private func row(_ label: Label) -> GroupList.Row {
        let count: HTML = label.count == 1 ? "1 item" : "\(label.count.grouped) items"
        return GroupList.Row(
            id: "label-" + label.name.elementID,
            name: "<a href=\"\(LabelChip.address(label.name))\">\(SafeText(label.name).html)</a>", facts: count,
            buttons: """
                <form method="post" action="/labels">\(Hidden("delete", label.name).html)\
                \(DangerButton(path: "/labels", title: "Remove", label: "Remove the label \(label.name)").html)</form>
                """,
            details: GroupDetails(
                button: "Rename", label: "Rename the label \(label.name)",
                form: """
                    <form class="field" method="post" action="/labels">\(Hidden("rename", label.name).html)\
                    <input name="to" value="\(label.name)" required maxlength="80" aria-label="New name" autocomplete="off">\
                    <button class="button strong">Rename</button></form>
                    """))
    }
}

/// The labels of an item that is open, with forms that remove and add them. They work without JavaScript.
struct ItemLabels {
    let item: ListedItems.Item
    /// The names of the account's labels, for completion.
    let known: [String]
    /// The local path that a change redirects to.
    let returnPath: String

    var html: HTML {
        let others = known.filter { !item.shown.labels.contains($0) }
        let options: [HTML] = others.map { "<option value=\"\($0)\"></option>" }
        let open: HTML = "<form method=\"post\" action=\"/labels\" class="
        return """
            <div class="item-labels">\(open)"remove-label">\(fields)<span class="labels">\(item.shown.labels.map(chip))</span></form>\
            <details class="new-label"><summary class="button quiet" title="Add a label (l)">\(Icon.label.html)Label</summary>\
            \(open)"label-form">\(fields)<input name="add" list="known-labels" required maxlength="\(LabelName.longest)" \
            placeholder="Add a label" aria-label="Add a label" autocomplete="off">\
            <datalist id="known-labels">\(options)</datalist><button class="button">Add</button></form></details></div>
            """
    }

    private var fields: HTML {
        "\(Hidden("scope", item.key.scope).html)\(Hidden("id", item.key.id).html)\(Hidden("return", returnPath).html)"
    }

    private func chip(_ name: String) -> HTML {
        """
        <span class="chip">\(LabelChip(name: name).html)<button name="remove" value="\(name)" \
        aria-label="Remove the label \(name)" title="Remove">×</button></span>
        """
    }
}

/// A label of an item, which leads to the items with it.
struct LabelChip {
    let name: String

    /// The path of the page that lists the items with a label.
    static func address(_ name: String) -> String {
        // A written dot could begin a format.
        "/label/" + name.percentEncoded.replacing(".", with: "%2E")
    }

    var html: HTML { "<a class=\"label\" href=\"\(Self.address(name))\">\(SafeText(name).html)</a>" }
}
