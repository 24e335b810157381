/// A question that makes no sense, in words for whoever asked it.
struct WrongQuestion: Error, Sendable, Hashable {
    let message: String
}

extension PageQuery {
    /// Reads what the query of an address says; throws ``WrongQuestion``. Names that nobody knows are passed over.
    init(_ target: Target, for address: FeedAddress) throws {
        self.init(for: address)
        let limits = 1...Self.maximum(for: address)
        limit = try target.number("limit", in: limits) ?? limit
        days = try target.number("days", in: 1...360) ?? days
        type = try target.text("type", atMost: 64)
        words = try target.text("q", atMost: 200)
        if let text = target["order"] {
            guard let known = Order(rawValue: text) else {
                throw WrongQuestion(
                    message: "there is no order “\(text)”: it is newest or score, as in ?order=score")
            }
            order = known
        }
    }

    /// The channel whose frames show the page.
    ///
    /// A category's page has the events of all days, so that its slider needs to ask nobody.
    func channel(of address: FeedAddress) -> LiveChannel.Key {
        if case .category = address { return LiveChannel.Key(address, limit: limit, days: 360) }
        return LiveChannel.Key(address, limit: limit, days: days)
    }
}

extension LiveChannel.Key {
    /// What a document is of: as many items as the command shows unless told otherwise. Throws ``WrongQuestion``.
    init(_ target: Target, for address: FeedAddress) throws {
        self.init(
            address, limit: try target.number("limit", in: 1...PageQuery.maximum(for: address)) ?? 50,
            days: try target.number("days", in: 1...360) ?? 360)
    }
}

extension Target {
    /// The last one where it is given more than once, but none of them may be wrong.
    fileprivate func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        var result: Int?
        for (_, text) in query.filter({ $0.name == name && !$0.value.isEmpty }) {
            guard let number = Int(text), range.contains(number) else {
                throw WrongQuestion(
                    message: "“\(text)” is no \(name): give a number from \(range.lowerBound) to \(range.upperBound), "
                        + "as in ?\(name)=\(range.upperBound)")
            }
            result = number
        }
        return result
    }

    fileprivate func text(_ name: String, atMost length: Int) throws -> String? {
        guard let text = self[name] else { return nil }
        guard text.count <= length else {
            throw WrongQuestion(message: "“\(name)” is longer than \(length) letters")
        }
        return text
    }
}
