/// Causes of failed TLS handshakes that readers can fix.
enum TLSCause {
    static let closed = "the server closed the connection"
    static let otherHost = "the certificate is for another host"
    /// BoringSSL's.
    static let unverified = "certificate verify failed"
    /// BoringSSL's.
    static let noTLS = "wrong version number"

    /// A sentence or two with the host and what to do.
    static func message(_ cause: String, _ site: String) -> String {
        switch cause {
        case unverified: "The certificate of \(site) can't be verified. Check the address and this computer's date."
        case otherHost: "The certificate of \(site) is for another host. Check the address."
        case noTLS: "\(site) doesn't use TLS on this port. Check the address; it may begin with http://."
        case closed: "\(site) closed the connection before it was secure. Try again later."
        default: "No secure connection to \(site) could be made (\(cause)). Check the address and this computer's date."
        }
    }
}
