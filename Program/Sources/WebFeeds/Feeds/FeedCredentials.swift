import FreshetHTTP
import HTTPTypes
import Platform

/// The user and password of a feed's address, which are kept apart from the address: it is printed, exported and part of the feed's key.
struct FeedCredentials: Codable, Hashable, Sendable {
    /// The value of `Authorization` (RFC 7617).
    private let authorization: String
    /// The address that they are for.
    private let address: URL

    /// The credentials in an address; nil without a user.
    init?(in address: URL) {
        guard let user = address.user(percentEncoded: false), let bare = address.withoutCredentials else { return nil }
        let pair = user + ":" + (address.password(percentEncoded: false) ?? "")
        authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        self.address = bare
    }

    /// Whether they are sent to an address, which has their origin then.
    func areFor(_ url: URL) -> Bool { address.sharesCredentials(with: url) }

    /// Adds them to a request for an address, if it has their origin.
    func add(to headers: inout HTTPFields, for url: URL) {
        if areFor(url) { headers[.authorization] = authorization }
    }
}

extension URL {
    /// The address without user and password; nil if it can't be written.
    var withoutCredentials: URL? {
        if user() == nil, password() == nil { return self }
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password) = (nil, nil)
        return parts.url
    }
}
