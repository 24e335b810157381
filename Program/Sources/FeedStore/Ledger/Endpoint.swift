/// An address and its requester. Validators and limits apply to both together.
public struct Endpoint: Hashable, Sendable {
    /// The address, without secrets.
    public let url: String
    /// `anonymous`, or a short hash of the token; never the token.
    public let requester: String

    /// Creates an endpoint.
    public init(url: String, requester: String) {
        self.url = url
        self.requester = requester
    }
}
