extension MarkupReader {
    /// The maximum number of tokens between a placeholder and the end of the `noscript` element that has its picture.
    private static var longestReplacement: Int { 24 }

    /// Shows a picture, unless a `noscript` element has it.
    mutating func image(_ attributes: MarkupAttributes) {
        let image = MarkupImage(attributes, alternatives: pictureSources)
        pictureSources = []
        guard !isReplaced, !hasBeenShown(image) else { return }
        scriptlessPicture = nil
        balancer.image(image)
    }

    /// Shows a picture for readers without scripts.
    mutating func scriptlessImage(_ attributes: MarkupAttributes) {
        let image = MarkupImage(attributes, alternatives: pictureSources)
        pictureSources = []
        guard let address = image.address, !Trackers.contain(address), !image.isInvisible, !hasBeenShown(image) else {
            return
        }
        scriptlessPicture = address
        balancer.image(image)
    }

    mutating func readSource(_ attributes: MarkupAttributes) {
        if let candidates = attributes["data-srcset"] ?? attributes["srcset"] { pictureSources.append(candidates) }
    }

    /// Whether an image directly after the picture of a `noscript` element is that one, or its placeholder.
    private func hasBeenShown(_ image: MarkupImage) -> Bool {
        guard let shown = scriptlessPicture else { return false }
        return image.address.map { Self.path($0) == Self.path(shown) } ?? true
    }

    private static func path(_ address: WebAddress) -> Substring { address.text.prefix { $0 != "?" } }

    /// Whether a `noscript` element with a picture follows the image: a script would load it in place of the image.
    private var isReplaced: Bool {
        var rest = tokenizer
        var isInside = false
        for _ in 0..<Self.longestReplacement {
            switch rest.next() {
            case .text(let text)? where isInside || text.ifNotBlank == nil: continue
            case .end("picture")?, .end("span")?, .end("a")?: continue
            case .end("noscript")? where isInside: return false
            case .start("noscript", _)?: isInside = true
            case .start("img", let attributes)? where isInside:
                let image = MarkupImage(attributes)
                return !image.isInvisible && image.address.map { !Trackers.contain($0) } == true
            case .start(let name, _)? where MarkupElements.raw.contains(name): return false
            case .start? where isInside, .end? where isInside: continue
            default: return false
            }
        }
        return false
    }
}
