/// Receives well-formed markup: every element that begins also ends, in order.
///
/// Each element contains text. Blocks are only where HTML allows them.
protocol MarkupOutput {
    mutating func begin(_ element: MarkupElement)
    mutating func end(_ element: MarkupElement)
    /// Text without harmful characters. It contains line feeds only in `preformatted`.
    mutating func text(_ text: String)
    mutating func lineBreak()
    mutating func rule()
    /// A picture, video or audio; a link to its address encloses it.
    mutating func media(_ kind: MarkupMedia, _ description: String)
    /// The path to load a picture from; nil to show a link instead.
    func path(of picture: WebAddress) -> String?
    /// A picture that has a path.
    mutating func picture(_ picture: MarkupImage, at path: String)
    /// Whether further markup would change nothing.
    var isFull: Bool { get }
}

extension MarkupOutput {
    func path(of picture: WebAddress) -> String? { nil }
    mutating func picture(_ picture: MarkupImage, at path: String) {}
    var isFull: Bool { false }
}
