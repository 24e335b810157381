import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("A proxy of the environment")
struct ProxyTests {
    /// True if a request for `url` reaches the proxy that the variables name; `PROXY` in them is replaced by its address.
    private func isUsed(for url: String, _ variables: [String: String]) async throws -> String? {
        var head: String?
        try await withRawServer {
            $0.answer()
            // A client whose tunnel stays silent waits until its limit.
            $0.hangUp()
        } _: { proxy in
            let environment = variables.mapValues {
                $0.replacingOccurrences(of: "PROXY", with: "127.0.0.1:\(proxy.port)")
            }
            let client = HTTPClient(configuration: .init(proxies: Proxies(environment: environment)))
            _ = await outcome(of: client.rx.data(for: HTTPRequest(get: URL(string: url)!)))
            head = proxy.heads.first
        }
        return head
    }

    @Test(
        "A proxy gets a CONNECT request with its user and password",
        arguments: [("http://feeds.invalid/x", "feeds.invalid:80"), ("https://feeds.invalid/x", "feeds.invalid:443")])
    func isAsked(url: String, target: String) async throws {
        let variables = ["http_proxy": "http://ada:pw@PROXY", "HTTPS_PROXY": "ada:pw@PROXY"]
        let head = try #require(try await isUsed(for: url, variables))
        #expect(head.hasPrefix("CONNECT \(target) HTTP/1.1\r\n"))
        #expect(head.lowercased().contains("proxy-authorization: basic ywrhonb3"))
    }

    private static let nowhere = String(repeating: "a", count: 64) + ".invalid"

    @Test(
        "A proxy isn't used for hosts in NO_PROXY, or for the other scheme",
        arguments: [
            ["http_proxy": "PROXY", "no_proxy": "*"], ["http_proxy": "PROXY", "NO_PROXY": "x.org, .invalid"],
            ["http_proxy": "PROXY", "no_proxy": nowhere + ":80"], ["https_proxy": "PROXY"],
            ["http_proxy": "socks5://PROXY"], ["HTTP_PROXY": "PROXY", "REQUEST_METHOD": "GET"], [:],
        ])
    func passedBy(variables: [String: String]) async throws {
        #expect(try await isUsed(for: "http://\(Self.nowhere)/", variables) == nil)
    }

    @Test(
        "A proxy is used for other ports and names", arguments: ["feeds.invalid:81", "eeds.invalid", "invalid.feeds"])
    func notPassedBy(list: String) async throws {
        #expect(try await isUsed(for: "http://feeds.invalid/", ["http_proxy": "PROXY", "no_proxy": list]) != nil)
    }

    @Test("A proxy is never used between programs on one machine")
    func local() async throws {
        try await withRawServer {
            $0.answer()
        } _: { server in
            let client = HTTPClient(
                configuration: .init(proxies: Proxies(environment: ["http_proxy": "127.0.0.1:9"])))
            let reply = try await client.rx.response(for: HTTPRequest(get: server.url())).value
            #expect(reply.status == .ok)
        }
    }
}
