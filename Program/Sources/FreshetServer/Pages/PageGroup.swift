import WebText

/// A part of a page of lists and forms.
///
/// It has a heading, a sentence if it needs one, and a panel whose entries are divided by lines.
struct PageGroup: Sendable {
    let id: String
    let title: HTML
    /// A sentence below the heading.
    var note: HTML?
    /// The entries: ``GroupList``, ``GroupEntry``, or other markup.
    let entries: [HTML]

    var html: HTML {
        """
        <section class="group"><h2 id="\(id)">\(title)</h2>\(note.map { "<p class=\"fine\">\($0)</p>" as HTML })\
        <div class="panel">\(entries)</div></section>
        """
    }
}

/// An entry of a ``PageGroup`` that isn't a list: a form or a sentence, with a heading if the group has several.
struct GroupEntry: Sendable {
    /// The id of the heading.
    var id = ""
    /// The heading; nil for none.
    var title: HTML?
    /// A sentence below the heading.
    var note: HTML?
    let content: HTML

    var html: HTML {
        let heading: HTML? = title.map { "<h3 id=\"\(id)\">\($0)</h3>" }
        let note: HTML? = note.map { "<p class=\"fine\">\($0)</p>" }
        return "<div class=\"entry\">\(heading)\(note)\(content)</div>"
    }
}

/// The rows of a ``PageGroup``, each with a name, facts and buttons.
struct GroupList: Sendable {
    /// A thing that can be changed.
    struct Row: Sendable {
        /// The id of the row.
        var id: String?
        let name: HTML
        /// The facts below the name.
        var facts: HTML?
        /// The forms and links at the end of the row.
        var buttons: HTML?
        /// A form that opens below the row.
        var details: GroupDetails?
        /// The attributes of the name and the facts.
        var attributes: HTML?

        fileprivate var html: HTML {
            let facts: HTML? = facts.map { "<span class=\"why\">\($0)</span>" }
            let buttons: HTML? = buttons.map { "<div class=\"row-buttons\">\($0)</div>" }
            return """
                <li\(id.map { " id=\"\($0)\"" as HTML })><div class="what"\(attributes)><b class="name">\(name)</b>\(facts)</div>\(details?.html)\(buttons)</li>
                """
        }
    }

    /// The id of the heading that names the list.
    let labelledBy: String
    let rows: [Row]

    /// Nil without rows.
    var html: HTML? {
        rows.isEmpty ? nil : "<ul class=\"entries\" aria-labelledby=\"\(labelledBy)\">\(rows.map(\.html))</ul>"
    }
}

/// A form that a button opens, so that a page of many forms begins with its lists.
struct GroupDetails: Sendable {
    let button: HTML
    /// The name of the button for screen readers, if several have the same words.
    var label: String?
    /// True for the first action of its group.
    var isStrong = false
    /// True if the form is shown from the start, because it was refused.
    var isOpen = false
    let form: HTML

    var html: HTML {
        """
        <details class="opens"\(isOpen ? " open" : nil as HTML?)><summary class="button\(isStrong ? " strong" : " quiet")"\
        \(label.map { " aria-label=\"\($0)\"" as HTML })>\(button)</summary>\(form)</details>
        """
    }
}
