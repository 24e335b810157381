/// The world's coastline, as the page's map draws it.
package enum Coastline {
    /// Lines of points of an equirectangular map, both coordinates from 0 to 1, from the upper left corner.
    package static let lines: [[(x: Double, y: Double)]] = lines(of: PackageResources.coastline_svg)

    /// Reads a path of absolute moves, relative lines and closings in tenths of a degree.
    private static func lines(of drawing: [UInt8]) -> [[(x: Double, y: Double)]] {
        guard let start = drawing.firstRange(of: Array(" d=\"".utf8))?.upperBound else { return [] }
        var lines: [[(x: Double, y: Double)]] = []
        var numbers: [Int] = []
        var number: Int?
        var (x, y, sign) = (0, 0, 1)
        var isAbsolute = false
        func point() -> (x: Double, y: Double) { (Double(x) / 3600, Double(y) / 1800) }
        func take() {
            if let value = number { numbers.append(sign * value) }
            (number, sign) = (nil, 1)
            guard numbers.count == 2 else { return }
            (x, y) = isAbsolute ? (numbers[0], numbers[1]) : (x + numbers[0], y + numbers[1])
            numbers = []
            if isAbsolute { lines.append([point()]) } else { lines[lines.count - 1].append(point()) }
        }
        for byte in drawing[start...] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "-"):
                take()
                sign = -1
            case UInt8(ascii: "M"):
                take()
                isAbsolute = true
            case UInt8(ascii: "l"):
                take()
                isAbsolute = false
            case UInt8(ascii: "z"):
                take()
                if let first = lines.last?.first { lines[lines.count - 1].append(first) }
            case UInt8(ascii: "\""): return lines
            default: take()
            }
        }
        return lines
    }
}
