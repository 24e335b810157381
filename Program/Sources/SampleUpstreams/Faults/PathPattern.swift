/// A path prefix with `*` for any characters except slashes, `$` for the end, and required parameters.
struct PathPattern: Sendable {
    private let path: [UInt8]
    private let isWhole: Bool
    private let parameters: [Substring]

    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = parts[0]
        isWhole = path.hasSuffix("$")
        if isWhole { path.removeLast() }
        self.path = Array(path.utf8)
        parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
    }

    func matches(_ target: String) -> Bool {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let given = parts.count > 1 ? parts[1].split(separator: "&") : []
        return parameters.allSatisfy(given.contains) && matches(path[...], Array(parts[0].utf8)[...])
    }

    private func matches(_ pattern: ArraySlice<UInt8>, _ target: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return target.isEmpty || !isWhole }
        if first == UInt8(ascii: "*") {
            var rest = target
            while true {
                if matches(pattern.dropFirst(), rest) { return true }
                guard let next = rest.first, next != UInt8(ascii: "/") else { return false }
                rest = rest.dropFirst()
            }
        }
        return target.first == first && matches(pattern.dropFirst(), target.dropFirst())
    }
}
