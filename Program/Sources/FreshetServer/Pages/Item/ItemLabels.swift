import FeedStore
import Feeds
import Search
import WebText

/// The labels of an item that is open, with forms that remove and add them. They work without JavaScript.
struct ItemLabels {
    let item: ListedItems.Item
    /// The names of the account's labels, for completion.
    let known: [String]
    /// The local path that a change redirects to.
    let destination: String

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
        "\(Hidden("scope", item.key.scope).html)\(Hidden("id", item.key.id).html)\(Hidden("return", destination).html)"
    }

    private func chip(_ name: String) -> HTML {
        """
        <span class="chip">\(LabelChip(name: name).html)<button name="remove" value="\(name)" \
        aria-label="Remove the label \(name)" title="Remove">×</button></span>
        """
    }
}
