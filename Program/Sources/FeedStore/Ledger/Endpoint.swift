/// An address and its requester. Validators and limits apply to both together.
package struct Endpoint: Hashable, Sendable {
    /// The address, without secrets.
    package let url: String
    /// `anonymous`, or a short hash of the token; never the token.
    package let requester: String

    /// Creates an endpoint.
    package init(url: String, requester: String) {
        self.url = url
        self.requester = requester
    }
}
