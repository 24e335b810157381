import WebText

/// The button of a form that removes something. It asks before, by a ``Question``: the script in a dialog, and without it a page.
struct DangerButton: Sendable {
    /// The query of addresses that answer a form with the question.
    static let query = "ask"

    /// The path to which the form is sent.
    let path: String
    let title: HTML
    /// The name for screen readers, if several buttons have the same title. The button is then one of a row, and quiet.
    var label: String?
    /// The field of the form that the button has.
    var name: String?
    var value = ""

    var html: HTML {
        let field: HTML? = name.map { " name=\"\($0)\" value=\"\(value)\"" }
        let label: HTML? = label.map { " aria-label=\"\($0)\"" }
        return """
            <button class="button danger\(label == nil ? nil : " quiet" as HTML?)" formaction="\(path)?\(Self.query)=1"\(field)\(label)>\(title)</button>
            """
    }
}
