import FeedStore
import WebText

/// The labels, each with forms that rename and remove it.
struct LabelsPage: Sendable {
    let labels: [Label]
    let site: Site

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
