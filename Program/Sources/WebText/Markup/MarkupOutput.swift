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
    /// Where the reader's server shows a picture; nil to show a link instead.
    func served(_ picture: WebAddress) -> ServedPicture?
    /// A picture that the reader's server shows.
    mutating func picture(_ picture: MarkupImage, as served: ServedPicture)
    /// Whether further markup would change nothing.
    var isFull: Bool { get }
}

extension MarkupOutput {
    func served(_ picture: WebAddress) -> ServedPicture? { nil }
    mutating func picture(_ picture: MarkupImage, as served: ServedPicture) {}
    var isFull: Bool { false }
}
