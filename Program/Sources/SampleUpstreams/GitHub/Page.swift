/// A requested part of a list, and the `Link` header to the others.
struct Page: Sendable {
    let number: Int
    let size: Int

    /// `per_page` is 30 by default and at most 100.
    init(_ request: SampleRequest) {
        number = max(1, request.parameters["page"].flatMap { Int($0) } ?? 1)
        let size = request.parameters["per_page"].flatMap { Int($0) } ?? 30
        self.size = size < 1 ? 30 : min(size, 100)
    }

    func slice<Value>(of values: [Value]) -> [Value] {
        Array(values.dropFirst((number - 1) * size).prefix(size))
    }

    /// Nil if one page contains everything; `address` has no page, `parameters` are in their final order.
    func link(count: Int, address: String, parameters: [(String, String)]) -> String? {
        let last = max(1, (count + size - 1) / size)
        guard last > 1 else { return nil }
        func target(_ page: Int, _ relation: String) -> String {
            let query = (parameters + [("page", String(page))]).map { "\($0)=\($1)" }.joined(separator: "&")
            return "<\(address)?\(query)>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if number > 1 { links.append(target(min(number - 1, last), "prev")) }
        if number < last { links += [target(number + 1, "next"), target(last, "last")] }
        if number > 1 { links.append(target(1, "first")) }
        return links.joined(separator: ", ")
    }
}
