/// An upstream that the sample server imitates.
package struct UpstreamAPI: Hashable, Sendable {
    /// The first part of its paths.
    let prefix: String

    init(prefix: String) { self.prefix = prefix }

    /// The upstream that a path belongs to; nil for other paths.
    init?(path: String) {
        let first = path.split(separator: "/", maxSplits: 1).first?.prefix { $0 != "?" }
        guard let sample = Samples.all.first(where: { $0.api.prefix == first.map(String.init) }) else { return nil }
        self = sample.api
    }
}
