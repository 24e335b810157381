/// The input of a rejected form, and the reason.
struct RefusedForm: Sendable {
    /// The id of the form's field.
    let field: String
    let typed: String
    let reason: String
}
