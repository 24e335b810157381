import WebText

extension AccountSetting {
    /// The value of a form for it; nil if the form leaves it out. Fails with ``BadRequest``.
    func value(in form: Form) throws -> String? {
        switch values {
        case .flag: return try form.flag(name).map { String($0) }
        // A form sends nothing for boxes that aren't checked, so an empty field comes before them.
        case .upstreams:
            return form.has(name) ? form.all(name).filter { !$0.isEmpty }.joined(separator: " ") : nil
        case .sendTemplates: return form.has(name) ? form.all(name).joined(separator: "\n") : nil
        case .words, .start, .key: return form.raw(name)
        }
    }

    /// The reason why a value is refused.
    func refusal(of value: String) -> BadRequest {
        if case .sendTemplates = values, let (index, _, reason) = [SendTemplate](lines: value).refusal {
            return BadRequest(message: "Number \(index + 1) of “\(name)” can't be used: \(reason)")
        }
        let allowed =
            switch values {
            case .words(let words): Self.listed(words.map(\.value))
            case .flag: "true or false"
            case .start: "home, unread or “folder:” with a folder's path"
            case .upstreams: "the ids of upstreams"
            case .sendTemplates: "a name and an address for each service"
            case .key: "one letter, digit or sign, or to nothing for no key"
            }
        return BadRequest(message: "“\(value)” isn't a value of “\(name)”. Set it to \(allowed).")
    }

    /// The values as JSON Schema.
    var schema: JSONValue {
        var schema: JSONValue =
            switch values {
            case .words(let words): .words(words.map(\.value))
            case .flag: ["type": "boolean"]
            case .start: .text(atMost: 200)
            case .upstreams: ["type": "array", "items": .text]
            case .sendTemplates:
                [
                    "type": "array", "maxItems": .integer(SendTemplate.maximum),
                    "items": .text(atMost: SendTemplate.longestName + 1 + SendTemplate.longestAddress),
                ]
            case .key: .text(atMost: 1)
            }
        schema["description"] = .string(title + (hint.map { ". " + $0 } ?? ""))
        return schema
    }

    /// The field of a form for it.
    var field: Parameter {
        switch values {
        case .flag: .field(name, .flag)
        case .upstreams: .field(name, .texts)
        case .sendTemplates:
            .field(
                name, .texts, "For each service, its name and its address, such as `\(SendTemplate.examples[0].line)`."
            )
        case .words, .start, .key: .field(name, schema)
        }
    }

    /// The value as JSON.
    func document(of preferences: AccountSettings) -> JSONValue {
        let text = value(preferences)
        return switch values {
        case .flag: .boolean(text == "true")
        case .upstreams: .array(text.split(separator: " ").map { .string(String($0)) })
        case .sendTemplates: .array(preferences.sendTemplates.map { .string($0.line) })
        case .words, .start, .key: .string(text)
        }
    }

    /// The schema of all settings.
    static var documentSchema: JSONValue {
        let properties = Dictionary(all.map { ($0.name, $0.schema) }) { first, _ in first }
        return [
            "type": "object", "properties": .object(properties), "required": .array(all.map { .string($0.name) }),
            "additionalProperties": false,
        ]
    }

    /// The table of `docs/page.md`.
    static var documentation: String {
        let standard = AccountSettings()
        let rows = all.map { preference in
            let values =
                switch preference.values {
                case .words(let words): words.map { "`\($0.value)`" }.joined(separator: ", ")
                case .flag: "`true`, `false`"
                case .start: "`home`, `unread`, `folder:News/Tech`"
                case .upstreams: "ids of upstreams, separated by spaces"
                case .sendTemplates: "lines of a name and an address, such as `\(SendTemplate.examples[0].line)`"
                case .key: "a key; empty for none"
                }
            let usual = preference.value(standard)
            let meaning = preference.title.prefix(1).uppercased() + preference.title.dropFirst()
            return "| `\(preference.name)` | \(meaning) | \(values) | \(usual.isEmpty ? "–" : "`\(usual)`") |\n"
        }
        return "| name | setting | values | default |\n|---|---|---|---|\n" + rows.joined()
    }

    private static func listed(_ words: [String]) -> String {
        words.count < 2
            ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}

extension AccountSettings {
    /// All settings as JSON.
    var document: JSONValue {
        .object(Dictionary(AccountSetting.all.map { ($0.name, $0.document(of: self)) }) { first, _ in first })
    }
}
