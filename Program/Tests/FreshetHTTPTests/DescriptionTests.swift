import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("What an error says") struct DescriptionTests {
    private static let url = URL(string: "https://me:secret@api.github.com/repos/a/b?token=secret")!
    private static let local = URL(string: "http://127.0.0.1:8080/a")!

    @Test(
        "is a sentence that names the host and what to do",
        arguments: [
            (
                HTTPError.unreachable(url, cause: "Connection refused"),
                "api.github.com cannot be reached (Connection refused): check the network and the address"
            ),
            (.timedOut(local, phase: .connect), "127.0.0.1:8080 did not take the connection in time: try again later"),
            (.timedOut(url, phase: .firstByte), "api.github.com did not answer in time: try again later"),
            (.timedOut(url, phase: .whole), "api.github.com did not finish its answer in time: try again later"),
            (
                .tls(url, cause: "certificate verify failed"),
                "no secure connection to api.github.com can be made (certificate verify failed): check the address and this computer's date"
            ),
            (.interrupted(url, received: 0), "api.github.com closed the connection without an answer: try again"),
            (
                .interrupted(url, received: 1),
                "api.github.com broke off in the middle of its answer, after 1 byte: try again"
            ),
            (.tooLarge(url, limit: 16 << 20), "the answer of api.github.com is larger than the 16 MiB that are read"),
            (.tooLarge(url, limit: 1000), "the answer of api.github.com is larger than the 1000 bytes that are read"),
            (.status(url, .notFound, body: "no"), "api.github.com answered 404 Not Found for /repos/a/b: “no”"),
            (.status(url, .init(code: 599), body: ""), "api.github.com answered 599 for /repos/a/b"),
            (
                .undecodable(url, codingPath: "[1].id", problem: "there is no string here", body: "[{"),
                "the answer of api.github.com cannot be read at [1].id: there is no string here; it begins “[{”"
            ),
            (
                .rateLimited(url, RateLimited(retryAt: Date(), rule: .oneMinute)), "api.github.com asks for a pause"
            ),
            (
                .tooManyRedirects(url, limit: 5),
                "api.github.com led on to other addresses more than 5 times: check the address"
            ),
            (
                .invalidURL("github\u{1b}[31m"),
                "“github[31m” is no address that can be asked: one begins with https:// and a host"
            ),
        ] as [(HTTPError, String)]) func sentence(_ error: HTTPError, _ text: String)
    {
        #expect(error.description == text)
    }

    @Test(
        "of a limit names it only if that limit is the one used up",
        arguments: [
            (0, "api.github.com asks for a pause: its 60 requests are used up"),
            (12, "api.github.com asks for a pause"),
        ]) func limit(_ remaining: Int, _ text: String)
    {
        var fields = HTTPFields()
        fields[.init("x-ratelimit-limit")!] = "60"
        fields[.init("x-ratelimit-remaining")!] = String(remaining)
        let limited = RateLimited(retryAt: Date(), rule: .retryAfter, limit: RateLimit(fields))
        #expect(HTTPError.rateLimited(Self.url, limited).description == text)
    }

    @Test("cuts a long body, and says so") func long() {
        let text = HTTPError.status(Self.url, .badGateway, body: String(repeating: "x", count: 500)).description
        #expect(text.hasSuffix("“" + String(repeating: "x", count: 120) + "…”"))
    }
}
