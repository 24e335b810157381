/// What is asked, and by whom: validators and limits belong to both together.
public struct Endpoint: Hashable, Sendable, Codable {
    /// The address without anything secret in it.
    public let url: String
    /// `anonymous`, or a short hash of the token; never the token.
    public let requester: String

    /// Takes both as they are.
    public init(url: String, requester: String) {
        self.url = url
        self.requester = requester
    }
}
