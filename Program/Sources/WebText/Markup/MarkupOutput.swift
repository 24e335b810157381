/// Receives well-formed markup: every element that begins ends, in order.
///
/// Each element contains text. Blocks stand where HTML allows them.
protocol MarkupOutput {
    mutating func begin(_ element: MarkupElement)
    mutating func end(_ element: MarkupElement)
    /// Text without harmful characters; it has line feeds in `preformatted` alone.
    mutating func text(_ text: String)
    mutating func lineBreak()
    mutating func rule()
    /// A picture, film or sound; its address is a link around it.
    mutating func media(_ kind: MarkupMedia, _ description: String)
    /// Whether further markup changes nothing.
    var isFull: Bool { get }
}

extension MarkupOutput {
    var isFull: Bool { false }
}
