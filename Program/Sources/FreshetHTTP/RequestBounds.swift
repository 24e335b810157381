#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a request may take, and where it and its redirects may go.
public struct RequestBounds: Sendable {
    /// Bytes of the body, decompressed, if they are fewer than the client's limit.
    public var body: Int?
    /// Addresses whose origins may be on this computer or a private network; nil stands for the request's own.
    ///
    /// An address that an upstream sent isn't one of them: list those that a person typed or configured.
    public var privateOrigins: [URL]?
    /// Whether an address may be requested; redirects are checked too.
    public var allows: @Sendable (URL) -> Bool

    /// Bounds for a request to an address that a person typed or configured, unless told otherwise.
    public init(
        body: Int? = nil, privateOrigins: [URL]? = nil, allows: @escaping @Sendable (URL) -> Bool = { _ in true }
    ) {
        self.body = body
        self.privateOrigins = privateOrigins
        self.allows = allows
    }
}
