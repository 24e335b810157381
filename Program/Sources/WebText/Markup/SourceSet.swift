import Platform

/// The candidates of a `srcset` attribute (HTML, 4.8.4.2.1).
package struct SourceSet: Sendable {
    private enum Measure: Hashable {
        case width(Double), density(Double)

        /// The number, without a fraction if it has none, and its unit.
        var words: (String, String) {
            let (number, unit) =
                switch self {
                case .width(let width): (width, "w")
                case .density(let density): (density, "x")
                }
            let isWhole = number == number.rounded() && number < 1e9
            return (isWhole ? String(Int(number)) : String(number), unit)
        }
    }

    private var candidates: [(address: WebAddress, measure: Measure)] = []

    /// Reads the candidates whose addresses are web addresses.
    /// - Parameter base: the base of relative addresses; nil leaves them out.
    package init(_ text: String, base: URL? = nil) {
        var rest = text.utf8[...]
        while true {
            rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { return }
            // Addresses may contain commas; one at the end separates.
            var address = rest.prefix { $0 > 0x20 }
            rest = rest[address.endIndex...]
            var descriptor = ""
            if address.last == UInt8(ascii: ",") {
                while address.last == UInt8(ascii: ",") { address = address.dropLast() }
            } else {
                let part = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[part.endIndex...]
                descriptor = String(Substring(part)).trimmed
            }
            let written = String(Substring(address))
            let absolute = base.flatMap { WebLinks.url(written, base: $0) }?.absoluteString ?? written
            guard let address = WebAddress(absolute) else { continue }
            let number = Double(descriptor.dropLast()).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            switch (descriptor.last, number) {
            case (nil, _): candidates.append((address, .density(1)))
            case ("w", let number?): candidates.append((address, .width(number)))
            case ("x", let number?): candidates.append((address, .density(number)))
            default: continue
            }
        }
    }

    /// The set as an attribute has it, with absolute addresses.
    package var text: String {
        candidates.map { candidate in
            let (measure, unit) = candidate.measure.words
            return "\(candidate.address.text) \(measure)\(unit)"
        }.joined(separator: ", ")
    }

    /// The candidate whose width is nearest, or else the densest one up to twice the usual density.
    func address(forWidth target: Double) -> WebAddress? {
        let rated = candidates.map { candidate -> (address: WebAddress, distance: Double) in
            switch candidate.measure {
            case .width(let width): (candidate.address, abs(width - target))
            // Behind all candidates with a width.
            case .density(let density): (candidate.address, 1e9 + abs(density - 2))
            }
        }
        return rated.min { $0.distance < $1.distance }?.address
    }
}
