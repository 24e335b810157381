/// What was typed into a form of a page, and why the server refused it.
struct RefusedForm: Sendable {
    /// The id of the form's field.
    let field: String
    let typed: String
    let reason: String
}
