/// A small picture of an account, the same each time.
enum Avatar {
    /// The size of GitHub's own.
    private static let sizes = 1...460

    static func response(_ id: Int, seed: UInt64, size: Int) -> SampleResponse {
        var chance = Chance(seed, "avatar", id)
        let color = (0..<3).map { _ in UInt8(chance.number(40..<190)) }
        // Five by five squares, mirrored, with a margin of half a square.
        let squares = (0..<5).map { _ in (0..<3).map { _ in chance.happens(onceIn: 2) } }
        let size = min(max(size, sizes.lowerBound), sizes.upperBound)
        let picture = TwoColorPNG(size: size, ([240, 240, 240], color)) { x, y in
            let (column, row) = ((x * 12 / size - 1) >> 1, (y * 12 / size - 1) >> 1)
            guard (0..<5).contains(column), (0..<5).contains(row) else { return false }
            return squares[row][min(column, 4 - column)]
        }
        return SampleResponse(
            200,
            headers: [
                ("Content-Type", "image/png"), ("Cache-Control", "max-age=300"),
                ("ETag", "\"avatar-\(id)-\(size)\""),
            ], body: picture.bytes)
    }
}
