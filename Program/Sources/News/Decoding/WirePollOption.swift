import Platform

/// An option of a poll in the API's form; nil for `null`, for a deleted option, and for other items.
struct WirePollOption: Decodable {
    let option: PollOption?

    private enum CodingKeys: CodingKey { case type, text, score, deleted, dead }

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            option = nil
            return
        }
        let item = try decoder.container(keyedBy: CodingKeys.self)
        let isHidden = try [CodingKeys.deleted, .dead].contains {
            try item.decodeIfPresent(Bool.self, forKey: $0) == true
        }
        guard !isHidden, try item.decode(String.self, forKey: .type) == "pollopt",
            let text = try item.decodeIfPresent(String.self, forKey: .text)
        else {
            option = nil
            return
        }
        option = PollOption(text: text, score: try item.decodeIfPresent(Int.self, forKey: .score))
    }
}
