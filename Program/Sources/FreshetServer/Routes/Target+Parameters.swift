import WebText

extension Target {
    /// Fails with ``BadRequest`` if the query has a parameter with another name than these.
    func allow(_ names: [String]) throws {
        guard let unknown = query.map(\.name).first(where: { !names.contains($0) }) else { return }
        let known = names.isEmpty ? "It has no parameters." : "Its parameters are \(names.joined(separator: ", "))."
        throw BadRequest(message: "\(shownPath) has no parameter “\(unknown)”. \(known)")
    }

    /// The number of that name; nil if there is none. Fails with ``BadRequest`` if any of several is out of range.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        var result: Int?
        for (_, text) in query.filter({ $0.name == name && !$0.value.isEmpty }) {
            guard let number = Int(text), range.contains(number) else {
                throw BadRequest(
                    message: "“\(text)” isn't a valid \(name). Use a number from \(range.lowerBound) to "
                        + "\(range.upperBound), as in ?\(name)=\(range.upperBound).")
            }
            result = number
        }
        return result
    }

    /// The boolean of that name; nil if there is none. Fails with ``BadRequest`` if it isn't one.
    func flag(_ name: String) throws -> Bool? {
        guard let text = self[name] else { return nil }
        guard let flag = Bool(parameter: text) else {
            throw BadRequest(message: "“\(text)” isn't a valid \(name). Use ?\(name)=1 or ?\(name)=0.")
        }
        return flag
    }

    /// The text of that name; nil if there is none. Fails with ``BadRequest`` if it is too long.
    func text(_ name: String, atMost length: Int) throws -> String? {
        guard let text = self[name] else { return nil }
        guard text.unicodeScalars.count <= length else {
            throw BadRequest(message: "“\(name)” is longer than \(length) characters.")
        }
        return text
    }
}
