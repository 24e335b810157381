import FeedStore

/// The button of a row that has submitted its list's form: `saved SCOPE ID`, or `older DATE SCOPE ID`.
///
/// A form of a list whose items have the same scope has it in `scope`, and its buttons leave it out.
struct MarkButton: Sendable, Hashable {
    /// The mark, or `older`.
    let mark: String
    /// The item's date, with `older`.
    let date: String?
    let item: ItemKey
    /// The id of the item's row.
    let rowID: String

    /// Nil if another form was submitted.
    init?(_ form: Form) {
        guard var rest = form["mark"]?[...], let mark = Self.word(&rest) else { return nil }
        self.mark = mark
        date = mark == "older" ? Self.word(&rest) : nil
        let ownScope = form["scope"]
        guard let scope = ownScope ?? Self.word(&rest), !rest.isEmpty else { return nil }
        item = ItemKey(scope: scope, id: String(rest))
        rowID = item.rowID(hasScope: ownScope == nil)
    }

    /// Takes the text before the first space; nil if there is no space.
    private static func word(_ text: inout Substring) -> String? {
        guard let end = text.firstIndex(of: " ") else { return nil }
        defer { text = text[text.index(after: end)...] }
        return String(text[..<end])
    }
}

extension ItemKey {
    /// The id of the item's row.
    /// - Parameter hasScope: whether the list has items of several scopes.
    func rowID(hasScope: Bool) -> String { "row-" + (hasScope ? scope + " " + id : id).elementID }
}
