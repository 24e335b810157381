/// A field of a request's body, as far as it has to be known which value it has.
enum MinifluxField: Decodable, Hashable {
    case empty
    case text(String)
    case other

    /// Null, false, 0, and an empty text, list or object: what clients send that send all fields.
    var isEmpty: Bool { self == .empty }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .empty
        } else if let text = try? container.decode(String.self) {  // or it is of another type
            self = text.isEmpty ? .empty : .text(text)
        } else if let flag = try? container.decode(Bool.self) {  // or it is of another type
            self = flag ? .other : .empty
        } else if let number = try? container.decode(Double.self) {  // or it is of another type
            self = number == 0 ? .empty : .other
        } else if let list = try? container.decode([MinifluxField].self) {  // or it is of another type
            self = list.isEmpty ? .empty : .other
        } else {
            self = try container.decode([String: MinifluxField].self).isEmpty ? .empty : .other
        }
    }
}
