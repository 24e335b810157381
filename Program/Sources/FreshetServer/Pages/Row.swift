/// One item of a list, ready to be shown.
struct Row: Sendable, Hashable {
    /// The element's id, unique in the page and the same whenever the item is shown.
    let id: String
    /// The list's element.
    let html: HTML
    /// Its place on the map.
    let marker: HTML?
}
