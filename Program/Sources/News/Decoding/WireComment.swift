import Platform

/// A comment in the API's form; nil for `null` and for other items.
struct WireComment: Decodable {
    let comment: Comment?

    private enum CodingKeys: String, CodingKey { case id, type, by, time, text, deleted, dead, kids }

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            comment = nil
            return
        }
        let item = try decoder.container(keyedBy: CodingKeys.self)
        guard try item.decode(String.self, forKey: .type) == "comment" else {
            comment = nil
            return
        }
        let isDeleted = try item.decodeIfPresent(Bool.self, forKey: .deleted) ?? false
        let isDead = try item.decodeIfPresent(Bool.self, forKey: .dead) ?? false
        comment = Comment(
            id: try item.decode(Int.self, forKey: .id),
            author: isDeleted ? nil : try item.decodeIfPresent(String.self, forKey: .by),
            date: Date(timeIntervalSince1970: try item.decode(Double.self, forKey: .time)),
            // The text of a dead comment is “[dead]”.
            text: isDeleted || isDead ? nil : try item.decodeIfPresent(String.self, forKey: .text),
            kids: try item.decodeIfPresent([Int].self, forKey: .kids) ?? [])
    }
}
