/// A way in which the sample server fails a request.
///
/// What is made from the right answer (cut, slow, wrong or invalid bodies) is accounted for like it.
public enum Fault: Sendable {
    /// The status with these headers and this body.
    case status(Int, headers: [String: String] = [:], body: String = "")
    /// GitHub's 403 with `x-ratelimit-remaining: 0`, renewed after `reset` seconds by the sample's clock.
    case rateLimitedPrimary(reset: Int)
    /// GitHub's 429 with `retry-after` in seconds.
    case rateLimitedSecondary(retryAfter: Int)
    /// Never a byte; ends when the client goes away or the server stops.
    case hang
    /// Half of the right body at once, then a byte each 100 ms.
    case slowBody
    /// The right headers with `Content-Length`, half of the body, then a TCP reset.
    case resetMidBody
    /// A correct HTTP answer whose JSON ends in the middle.
    case truncatedJSON
    /// `{"unexpected":true}` where a list belongs, a list of it where anything else belongs.
    case wrongJSON
    /// 200 with an HTML page.
    case notJSON
    /// 302 to the same address, for ever.
    case redirectLoop
    /// 302 to this address.
    case redirect(to: String)
    /// A chunked JSON list without an end, at most 64 MB a second; stops when the client goes away or the server stops.
    case endlessBody
    /// 220 kB of gzip that expand to 227 MB of white space.
    case gzipBomb
    /// The right JSON with bytes in a string that are not UTF-8.
    case invalidUTF8
    /// 200 with `Content-Length: 0`.
    case emptyBody
    /// The connection is closed in order after the request was read, without an answer.
    case closeWithoutResponse
}

/// A fault, what it is for, and how often it still happens.
struct FaultRule: Sendable {
    let pattern: PathPattern
    let fault: Fault
    /// For ever if nil.
    var left: Int?
}
