/// What rows are made with, besides their items.
struct RowContext: Sendable {
    let query: PageQuery
    let site: Site
    /// Where the reader stays after an action: a local path.
    let destination: String
    /// Whether each row tells its repository: not where all are of one.
    var tellsRepository = true

    /// The row of that frame.
    /// - Parameter text: what words are looked for in.
    func row(_ frame: RowFrame, marker: MapMarker? = nil, isOutside: Bool = false, text: String) -> Row {
        let isOther = query.type.map { $0 != frame.type } ?? false
        let isHidden = isOutside || isOther || !query.matches(text)
        return Row(
            id: frame.id,
            html: frame.html(isHidden: isHidden, destination, site.now),
            marker: marker?.html(isHidden: isHidden))
    }
}
