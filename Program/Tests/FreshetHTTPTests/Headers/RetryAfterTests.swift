import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Retry-After") struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(
        "Seconds of Retry-After count from the answer, and a date is absolute",
        arguments: [
            ("0", RetryAfter.seconds(0), 1_790_000_000.0), ("120", .seconds(120), 1_790_000_120),
            ("99999999999999999999", .seconds(2_147_483_648), 3_937_483_648),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .date(Date(timeIntervalSince1970: 784_111_777)), 784_111_777),
        ] as [(String, RetryAfter, Double)]) func read(_ text: String, _ value: RetryAfter, _ seconds: Double) throws
    {
        let after = try #require(RetryAfter([.retryAfter: text]))
        #expect(after == value && after.date(from: now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "Other text in Retry-After is ignored", arguments: ["", "-1", "+5", "1.5", "soon", "5 s", "٣"])
    func rejected(_ text: String) {
        #expect(RetryAfter(text) == nil)
    }

    @Test("An answer without Retry-After has none") func none() { #expect(RetryAfter([:]) == nil) }
}
