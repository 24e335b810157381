import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Cache-Control") struct CacheControlTests {
    @Test(
        "Cache-Control is read, and unknown directives are ignored",
        arguments: [
            ("max-age=60", 60, false, false), ("public, max-age=300, s-maxage=900", 300, false, false),
            ("private,Max-Age = 60", 60, false, false), (#"max-age="60""#, 60, false, false),
            ("no-cache", nil, true, false),
            ("no-store, max-age=60", nil, false, true), ("max-age=60, no-cache", nil, true, false),
            ("s-maxage=60", nil, false, false),
            ("max-age=-1", nil, false, false), ("max-age=soon", nil, false, false), ("max-age", nil, false, false),
            ("", nil, false, false),
            (#"private="set-cookie, x", max-age=5"#, 5, false, false), (", ,max-age=7,", 7, false, false),
        ] as [(String, Int?, Bool, Bool)]) func read(_ text: String, _ maxAge: Int?, _ noCache: Bool, _ noStore: Bool)
        throws
    {
        let control = try #require(CacheControl([.cacheControl: text]))
        #expect((control.maxAge, control.noCache, control.noStore) == (maxAge, noCache, noStore))
    }

    @Test("An answer without Cache-Control has none") func none() { #expect(CacheControl([:]) == nil) }
}

@Suite("Expires") struct ExpiresTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(
        "Expires counts from the response's own date",
        arguments: [
            ("Sun, 06 Nov 1994 09:49:37 GMT", nil, 3600),
            ("Sun, 06 Nov 1994 09:49:37 GMT", "Sun, 06 Nov 1994 09:39:37 GMT", 600),
            ("Sun, 06 Nov 1994 09:49:37 GMT", "yesterday", 3600), ("Sun, 06 Nov 1994 08:00:00 GMT", nil, 0),
            ("0", nil, 0), ("-1", nil, 0), ("", nil, 0),
        ] as [(String, String?, TimeInterval)])
    func seconds(_ expires: String, _ date: String?, _ seconds: TimeInterval) {
        var headers: HTTPFields = [.expires: expires]
        if let date { headers[.date] = date }
        #expect(Expires(headers, at: Self.now)?.seconds == seconds)
    }

    @Test(
        "Expires gives way to Cache-Control",
        arguments: [("max-age=60", true), ("no-cache", true), ("no-store", true), ("public", false)])
    func cacheControl(_ control: String, isOverridden: Bool) {
        let headers: HTTPFields = [.expires: "Sun, 06 Nov 1994 09:49:37 GMT", .cacheControl: control]
        #expect((Expires(headers, at: Self.now) == nil) == isOverridden)
        #expect(Expires([.cacheControl: control], at: Self.now) == nil)
    }
}

@Suite("Link") struct LinkHeaderTests {
    @Test(
        "Link names addresses by their relation",
        arguments: [
            (#"<https://a.b/?page=2>; rel="next", <https://a.b/?page=9>; rel="last""#, "next", "https://a.b/?page=2"),
            (#"<https://a.b/?page=2>; rel="next", <https://a.b/?page=9>; rel="last""#, "last", "https://a.b/?page=9"),
            (#"<https://a.b/?a=1,2;3>; rel="next""#, "next", "https://a.b/?a=1,2;3"),
            (#"<https://a.b/1>;rel=next"#, "next", "https://a.b/1"),
            (#"<https://a.b/1>; REL="Next""#, "next", "https://a.b/1"),
            (#"<https://a.b/1>; rel="prev first""#, "first", "https://a.b/1"),
            (#"<https://a.b/1>; title="a, <b>; c"; rel="next""#, "next", "https://a.b/1"),
            (#"<https://a.b/1>; title="a \", rel=\"x"; rel="next""#, "next", "https://a.b/1"),
            (#"<https://a.b/1>; rel="next"; rel="last""#, "next", "https://a.b/1"),
            (#"<https://a.b/1>; rel="next", <https://a.b/2>; rel="next""#, "next", "https://a.b/1"),
            ("<https://a.b/1>\t;\trel=\"next\"", "next", "https://a.b/1"),
            (
                #"<https://a.b/repositories?since=369>; rel="next", <https://a.b/repositories{?since}>; rel="first""#,
                "next", "https://a.b/repositories?since=369"
            ),
            (#"<https://a.b/{?since}>; rel="first", <https://a.b/2>; rel="next""#, "next", "https://a.b/2"),
        ]) func read(_ text: String, _ relation: String, _ address: String)
    {
        #expect(LinkHeader(text)[relation]?.absoluteString == address)
    }

    @Test(
        "Link has no links if none can be read",
        arguments: [
            "", "<", "<>", "<https://a.b/1", "https://a.b/1; rel=next", "<https://a.b/1>",
            #"<https://a.b/{?since}>; rel="next""#,
            "<https://a.b/1>; rel", "<https://a.b/1>; rel=\"", ",,,;;=\"", "<https://a.b/1>; rev=next",
        ]) func nothing(_ text: String)
    {
        #expect(LinkHeader(text)["next"] == nil && LinkHeader(text)["first"] == nil)
    }

    @Test("Several Link fields are one list") func several() {
        var headers = HTTPFields()
        for number in 1...2 {
            headers.append(HTTPField(name: .init("Link")!, value: "<https://a.b/\(number)>; rel=r\(number)"))
        }
        #expect(LinkHeader(headers)["R2"]?.absoluteString == "https://a.b/2")
        #expect(LinkHeader([:])["next"] == nil)
    }
}

@Suite("X-Poll-Interval and x-ratelimit-*") struct LimitHeaderTests {
    private func fields(_ fields: [String: String]) -> HTTPFields {
        var headers = HTTPFields()
        for (name, value) in fields { headers[HTTPField.Name(name)!] = value }
        return headers
    }

    @Test(
        "The poll interval is whole seconds",
        arguments: [("60", 60), ("0", 0), ("-1", nil), ("1.5", nil), ("", nil), ("a", nil)] as [(String, Int?)])
    func pollInterval(_ text: String, _ seconds: Int?) {
        #expect(PollInterval(fields(["X-Poll-Interval": text]))?.seconds == seconds)
    }

    @Test("A rate limit is read field by field") func rateLimit() throws {
        let limit = try #require(
            RateLimit(
                fields([
                    "X-RateLimit-Limit": "60", "x-ratelimit-remaining": "57", "x-ratelimit-used": "3",
                    "x-ratelimit-reset": "1785437524", "x-ratelimit-resource": "core",
                ])))
        #expect((limit.limit, limit.remaining, limit.used, limit.resource) == (60, 57, 3, "core"))
        #expect(limit.reset == Date(timeIntervalSince1970: 1_785_437_524))
    }

    @Test(
        "Values in a rate limit that make no sense are left out",
        arguments: ["nan", "inf", "1e300", "-5", "soon", "999999999999999"])
    func nonsense(_ text: String) {
        #expect(RateLimit(fields(["x-ratelimit-remaining": "1", "x-ratelimit-reset": text]))?.reset == nil)
    }

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        "The reset of a rate limit is a span or a date, by its magnitude",
        arguments: [
            ("42", 42), ("1.5", 1.5), ("0", 0), ("3600", 3600), ("86400", 86400), ("1800000042", 42),
            ("1800000042.5", 42.5), ("1800000042000", 42), ("1799999958", -42), ("2027-01-15T08:00:42.123456Z", 42),
            ("Fri, 15 Jan 2027 08:00:42 GMT", 42),
        ])
    func reset(_ text: String, _ seconds: Double) throws {
        for name in ["x-ratelimit-reset", "X-Rate-Limit-Reset", "RateLimit-Reset"] {
            let limit = try #require(RateLimit(fields([name: text]), at: Self.now))
            #expect(limit.reset == Self.now + seconds, "\(name)")
        }
    }

    @Test(
        "The IETF's fields of rate limits name spans",
        arguments: [
            ([#""default";r=0;t=42"#], nil, 0, 42), ([#""default";r=3;t=42"#], nil, 3, 42),
            ([#""hour";r=9;t=2000, "minute";r=0;t=42"#, #""hour";q=100;w=3600,"minute";q=10;w=60"#], 10, 0, 42),
            ([#""a";r=0;t=5, "b";r=0;t=42"#], nil, 0, 42), ([#""a";r=0"#, #""a";q=10;w=60"#], 10, 0, 60),
            ([#""a,b;r=1";r=0;t=42;pk=:dsJDNj:"#], nil, 0, 42), (["limit=10, remaining=0, reset=42"], 10, 0, 42),
        ] as [([String], Int?, Int, Double)])
    func field(_ texts: [String], _ limit: Int?, _ remaining: Int, _ seconds: Double) throws {
        let headers = Dictionary(uniqueKeysWithValues: zip(["RateLimit", "RateLimit-Policy"], texts))
        let read = try #require(RateLimit(fields(headers), at: Self.now))
        #expect((read.limit, read.remaining, read.reset) == (limit, remaining, Self.now + seconds))
    }

    @Test("Older drafts of the IETF's fields name a policy after the limit") func policy() throws {
        let headers = ["RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "0", "RateLimit-Reset": "42"]
        let limit = try #require(RateLimit(fields(headers), at: Self.now))
        #expect((limit.limit, limit.remaining, limit.reset) == (100, 0, Self.now + 42))
    }

    @Test("A field of rate limits that can't be read is ignored", arguments: ["", "default", ";;,=", #""r=0;t=42"#])
    func unreadable(_ text: String) {
        #expect(RateLimit(fields(["RateLimit": text]), at: Self.now) == nil)
    }

    @Test("Numbers of requests in a rate limit can be computed with")
    func requests() {
        let largest = fields([
            "x-ratelimit-limit": "9223372036854775807", "x-ratelimit-remaining": "9223372036854775807",
        ])
        #expect(RateLimit(largest)?.limit == 1 << 31 && RateLimit(largest)?.remaining == 1 << 31)
        let negative = fields(["x-ratelimit-limit": "-9223372036854775808", "x-ratelimit-remaining": "1"])
        #expect(RateLimit(negative)?.limit == nil)
    }

    @Test("A rate limit needs the remaining requests and a reset") func none() {
        #expect(RateLimit(fields(["x-ratelimit-limit": "60"])) == nil)
        #expect(PollInterval([:]) == nil)
    }
}
