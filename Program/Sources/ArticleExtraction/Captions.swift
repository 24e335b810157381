import WebText

/// The captions of pictures that repeat what the pictures' descriptions or other captions say.
struct Captions {
    /// The blocks that repeat an earlier caption.
    private(set) var repeated: [Int] = []
    /// The first caption with each beginning.
    private var said: [Substring: String] = [:]

    /// No captions.
    init() {}

    /// Looks for captions in an element.
    ///
    /// - Parameter isLeftOut: whether each node isn't a part of the article.
    init(_ tree: PageTree, in root: Int, leavingOut isLeftOut: [Bool]) {
        let range = root..<tree.nodes[root].end
        var descriptions: Set<Substring> = []
        var hasBlock = Array(repeating: false, count: tree.nodes.count)
        for index in range where !isLeftOut[index] {
            let node = tree.nodes[index]
            if node.tag == .img, let key = Self.key(node.attributes["alt"] ?? "") { descriptions.insert(key) }
            var outer = node.tag.isBlock ? node.parent : -1
            while outer >= root, !hasBlock[outer] {
                hasBlock[outer] = true
                outer = tree.nodes[outer].parent
            }
        }
        if descriptions.isEmpty { return }
        for index in range where tree.nodes[index].tag.isBlock && !hasBlock[index] && !isLeftOut[index] {
            let text = tree.text(of: index).onOneLine
            guard let key = Self.key(text), descriptions.contains(key) else { continue }
            if let first = said[key] {
                if first.utf8.count >= text.utf8.count { repeated.append(index) }
            } else {
                said[key] = text
            }
        }
    }

    /// Returns true if a caption has the words of a picture's description.
    func say(_ description: String) -> Bool { Self.key(description).map { said[$0] != nil } ?? false }

    /// The beginning of a text, which is enough to tell it from others; nil if it is too short for that.
    private static func key(_ text: String) -> Substring? {
        let key = text.prefix(300).description.onOneLine.prefix(60)
        return key.count < 12 ? nil : key
    }
}
