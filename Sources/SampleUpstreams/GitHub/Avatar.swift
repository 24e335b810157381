/// A small picture for an account: the same one each time.
enum Avatar {
    static func answer(_ id: Int, seed: UInt64, size: Int) -> Answer {
        var chance = Chance(seed, "avatar", id)
        let hue = chance.number(0..<360)
        var squares = ""
        for row in 0..<5 {
            for column in 0..<3 where chance.happens(onceIn: 2) {
                for x in Set([column, 4 - column]).sorted() {
                    squares += "<rect x=\"\(x)\" y=\"\(row)\" width=\"1\" height=\"1\"/>"
                }
            }
        }
        let picture =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\" viewBox=\"-0.5 -0.5 6 6\">"
            + "<rect x=\"-0.5\" y=\"-0.5\" width=\"6\" height=\"6\" fill=\"#f0f0f0\"/>"
            + "<g fill=\"hsl(\(hue) 60% 45%)\">\(squares)</g></svg>"
        return Answer(
            200,
            headers: [
                ("Content-Type", "image/svg+xml"), ("Cache-Control", "max-age=300"),
                ("ETag", "\"avatar-\(id)-\(size)\""),
            ], body: Array(picture.utf8))
    }
}
