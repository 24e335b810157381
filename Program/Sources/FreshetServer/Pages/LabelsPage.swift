import FeedStore
import WebText

/// The labels, each with forms that rename and remove it.
struct LabelsPage: Sendable {
    let labels: [Label]
    let site: Site

    var html: HTML {
        Layout(title: "Labels", address: "/labels", site: site).document(
            """
            <main id="main" class="feed listing">\(bar)<div class="list">\(list)</div></main>
            """)
    }

    private var bar: HTML {
        PageBar(
            title: "Labels",
            status: "<p class=\"summary\">Items with a label stay stored until you remove it.</p>"
        ).html
    }

    private var list: HTML {
        if labels.isEmpty {
            return EmptyNote(
                reason: "No labels yet.", advice: "Open an item and press <kbd>l</kbd> to give it a label."
            ).html
        }
        return "<ul class=\"rules labels-list\" aria-label=\"Labels\">\(labels.map(item))</ul>"
    }

    private func item(_ label: Label) -> HTML {
        let id = "label-" + label.name.elementID
        let count: HTML = label.count == 1 ? "1 item" : "\(label.count.grouped) items"
        return """
            <li id="\(id)"><span><a href="\(LabelChip.address(label.name))">\(SafeText(label.name).html)</a> <span class="fine">\(count)</span></span>\
            <details class="menu"><summary class="button quiet" aria-label="Change the label \(label.name)">Change</summary>\
            <div class="menu-panel"><form class="label-form" method="post" action="/labels">\(Hidden("rename", label.name).html)\
            <input name="to" value="\(label.name)" required maxlength="80" aria-label="New name" autocomplete="off">\
            <button class="button">Rename</button></form>\
            <form method="post" action="/labels">\(Hidden("delete", label.name).html)\
            <button class="button quiet">Remove from all items</button></form></div></details></li>
            """
    }
}
