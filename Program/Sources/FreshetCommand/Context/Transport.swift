import FreshetHTTP

/// Makes the program's HTTP transport.
enum Transport {
    /// A client that retries safe requests.
    static func make(_ proxies: Proxies) -> any HTTPTransport {
        RetryingTransport(HTTPClient(configuration: .init(userAgent: "freshet/" + Version.current, proxies: proxies)))
    }
}
