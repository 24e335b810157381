import Platform
import WebText

/// The fields of a form: texts by name, in order.
struct Form: Sendable, Hashable {
    private let fields: [String: [String]]

    /// Reads the body of a form (`application/x-www-form-urlencoded`); nil if its encoding is invalid.
    init?(encoded body: String) {
        guard let target = Target("/?" + body.filter { $0 != "#" && !$0.isNewline }) else { return nil }
        fields = Dictionary(target.query.map { ($0.name, [$0.value]) }, uniquingKeysWith: +)
    }

    /// Reads an object of texts, numbers, booleans and lists of them; nil for anything else.
    init?(json: Data) {
        do {
            fields = try JSONDecoder().decode([String: Texts].self, from: json).mapValues(\.values)
        } catch {
            return nil
        }
    }

    /// The first text of that name, unless it is empty.
    subscript(name: String) -> String? { fields[name]?.first.flatMap { $0.isEmpty ? nil : $0 } }

    /// The first text of that name, even if it is empty; nil if the field is missing.
    func raw(_ name: String) -> String? { fields[name]?.first }

    /// The boolean of that name; nil if it is missing or empty. Fails with ``BadRequest`` if it isn't one.
    ///
    /// True if one of several is: a form sends nothing for an empty box, so a hidden field comes before it.
    func flag(_ name: String) throws -> Bool? {
        let flags = try all(name).filter { !$0.isEmpty }.map { text in
            guard let flag = Bool(parameter: text) else {
                throw BadRequest(message: "“\(text)” isn't true or false. Set “\(name)” to one of them.")
            }
            return flag
        }
        return flags.isEmpty ? nil : flags.contains(true)
    }

    /// The fields, sorted by name; fields of the same name keep their order.
    var pairs: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.flatMap { name, values in values.map { (name, $0) } }
    }

    /// The same form without a field.
    func without(_ name: String) -> Form { Form(fields: fields.filter { $0.key != name }) }

    private init(fields: [String: [String]]) { self.fields = fields }

    /// Returns true if the form has a field, even without a text, such as an empty list of JSON.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// All texts of that name.
    func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// A text or number, or a list of them.
private struct Texts: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {  // anything but a list is one text
            var values: [String] = []
            while !list.isAtEnd { values.append(try list.decode(Text.self).value) }
            self.values = values
        } else {
            values = [try Text(from: decoder).value]
        }
    }

    private struct Text: Decodable {
        let value: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {  // anything but a boolean may be a number
                value = flag ? "true" : "false"
            } else if let number = try? container.decode(Int.self) {  // anything but a number may be a text
                value = String(number)
            } else {
                value = try container.decode(String.self)
            }
        }
    }
}

/// The input of a rejected form, and the reason.
struct RefusedForm: Sendable {
    /// The id of the form's field.
    let field: String
    let typed: String
    let reason: String
}

/// The refusal of a field's text; empty if it wasn't refused.
struct FieldRefusal {
    private let id: String
    private let refused: RefusedForm?

    init(_ id: String, _ site: PageContext) {
        self.id = id
        refused = site.refused.flatMap { $0.field == id ? $0 : nil }
    }

    /// The refused text.
    var typed: String { refused?.typed ?? "" }

    /// The attributes of the field.
    var attributes: HTML? {
        refused == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(id)-refusal\" autofocus"
    }

    /// The reason, shown beside the field.
    var html: HTML? {
        refused.map {
            "<p id=\"\(id)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText($0.reason, atMost: 1000).html)</p>"
        }
    }
}

extension Date {
    /// Reads milliseconds since 1970, as forms send them; nil beyond the whole numbers that JSON carries exactly.
    init?(milliseconds text: String) {
        guard let milliseconds = Int64(text), milliseconds.magnitude <= 1 << 53 else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
