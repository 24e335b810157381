import FreshetHTTP

/// What makes the program's requests.
enum Transport {
    /// A client that tries again what may be repeated.
    static func make() -> any HTTPTransport {
        RetryingTransport(HTTPClient(configuration: .init(userAgent: "freshet/" + Version.current)))
    }
}
