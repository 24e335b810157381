import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("The description of an error") struct DescriptionTests {
    private static let url = URL(string: "https://me:secret@api.github.com/repos/a/b?token=secret")!
    private static let local = URL(string: "http://127.0.0.1:8080/a")!

    @Test(
        "The description of an error is a sentence that names the host and what to do",
        arguments: [
            (
                HTTPError.unreachable(local, cause: .refused),
                "127.0.0.1:8080 refused the connection. Check the address and that the server is running."
            ),
            (
                .unreachable(url, cause: .unknownHost),
                "No server named api.github.com was found. Check the address and your network connection."
            ),
            (
                .unreachable(url, cause: .noNetwork),
                "api.github.com can't be reached from this network. Check your network connection."
            ),
            (
                .unreachable(url, cause: "too many files are open"),
                "api.github.com can't be reached (too many files are open). Check the address and your network connection."
            ),
            (
                .timedOut(local, phase: .connect),
                "127.0.0.1:8080 didn't accept the connection in time. Try again later."
            ),
            (.timedOut(url, phase: .firstByte), "api.github.com didn't respond in time. Try again later."),
            (.timedOut(url, phase: .whole), "api.github.com didn't finish its response in time. Try again later."),
            (
                .tls(url, cause: "certificate verify failed"),
                "The certificate of api.github.com can't be verified. Check the address and this computer's date."
            ),
            (
                .tls(url, cause: "the certificate is for another host"),
                "The certificate of api.github.com is for another host. Check the address."
            ),
            (
                .tls(local, cause: "wrong version number"),
                "127.0.0.1:8080 doesn't use TLS on this port. Check the address; it may begin with http://."
            ),
            (
                .tls(url, cause: "the server closed the connection"),
                "api.github.com closed the connection before it was secure. Try again later."
            ),
            (
                .tls(url, cause: "no shared cipher"),
                "No secure connection to api.github.com could be made (no shared cipher). Check the address and this computer's date."
            ),
            (.interrupted(url, received: 0), "api.github.com closed the connection without a response. Try again."),
            (
                .interrupted(url, received: 1),
                "api.github.com closed the connection after 1 byte of its response. Try again."
            ),
            (
                .tooLarge(url, limit: 16 << 20),
                "The response of api.github.com is larger than the limit of 16 MiB. Check the address, or try again later."
            ),
            (
                .tooLarge(url, limit: 1000),
                "The response of api.github.com is larger than the limit of 1000 bytes. Check the address, or try again later."
            ),
            (
                .status(url, .notFound, body: "no"),
                "api.github.com responded 404 Not Found for /repos/a/b: “no”. Check the address."
            ),
            (
                .status(url, .notFound, body: "<!DOCTYPE html> <html><h1>No</h1></html>"),
                "api.github.com responded 404 Not Found for /repos/a/b. Check the address."
            ),
            (
                .status(url, .unauthorized, body: ""),
                "api.github.com responded 401 Unauthorized for /repos/a/b. It requires signing in. Check the address."
            ),
            (
                .status(url, .forbidden, body: ""),
                "api.github.com responded 403 Forbidden for /repos/a/b. It may require signing in, or block programs. Check the address."
            ),
            (
                .status(url, .init(code: 599), body: ""),
                "api.github.com responded 599 for /repos/a/b. Try again later."
            ),
            (
                .undecodable(url, codingPath: "[1].id", problem: "a string is expected", body: "[{"),
                "The response of api.github.com can't be read at [1].id: a string is expected. It begins “[{”. Try again later."
            ),
            (
                .undecodable(url, codingPath: "", problem: "it isn't valid JSON", body: " <!DOCTYPE HTML><html>"),
                "api.github.com sent a web page instead of data. If this network requires signing in, open any page in a browser. Otherwise try again later."
            ),
            (.rateLimited(url, RateLimited(retryAt: Date(), rule: .oneMinute)), "api.github.com asks clients to wait."),
            (.tooManyRedirects(url, limit: 5), "api.github.com redirected more than 5 times. Check the address."),
            (
                .invalidURL("github\u{1b}[31m"),
                "“github[31m” isn't a web address. Use one that begins with https:// and a host."
            ),
        ] as [(HTTPError, String)]) func sentence(_ error: HTTPError, _ text: String)
    {
        #expect(error.description == text)
    }

    @Test(
        "The description of a limit names it only if that limit is the one used up",
        arguments: [
            (0, "api.github.com rate limit reached (60 requests)."),
            (12, "api.github.com asks clients to wait."),
        ]) func limit(_ remaining: Int, _ text: String)
    {
        var fields = HTTPFields()
        fields[.init("x-ratelimit-limit")!] = "60"
        fields[.init("x-ratelimit-remaining")!] = String(remaining)
        let limited = RateLimited(retryAt: Date(), rule: .retryAfter, limit: RateLimit(fields))
        #expect(HTTPError.rateLimited(Self.url, limited).description == text)
    }

    @Test("The description of an error cuts a long body, and marks the cut") func long() {
        let text = HTTPError.status(Self.url, .badGateway, body: String(repeating: "x", count: 500)).description
        #expect(text.contains("“" + String(repeating: "x", count: 120) + "…”."))
    }
}
