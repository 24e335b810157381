/// A way in which the sample server fails a request.
///
/// Faults that modify the correct response (truncated, slow, wrong or invalid bodies) count against limits like it.
package enum Fault: Sendable {
    /// That status with these headers and this body.
    case status(Int, headers: [String: String] = [:], body: String = "")
    /// GitHub's 403 with `x-ratelimit-remaining: 0`, which resets after `reset` seconds by the sample's clock.
    case rateLimitedPrimary(reset: Int)
    /// GitHub's 429 with `retry-after` in seconds.
    case rateLimitedSecondary(retryAfter: Int)
    /// No response; ends when the client disconnects or the server stops.
    case hang
    /// The correct headers with `Content-Length` and half of the body; ends when the client disconnects or the server stops.
    case hangMidBody
    /// Half of the body at once, then a byte every 100 ms.
    case slowBody
    /// The correct headers, then a byte every second.
    case drip
    /// The correct headers with `Content-Length`, half of the body, then a TCP reset.
    case resetMidBody
    /// A `Content-Length` of twice the body, which is followed by a normal end of the connection.
    case wrongLength
    /// A complete HTTP response with truncated JSON.
    case truncatedJSON
    /// `{"unexpected":true}` in place of a list, and a list of it in place of anything else.
    case wrongJSON
    /// 200 with the HTML page of a network that asks for a sign-in.
    case notJSON
    /// 200 with a picture.
    case wrongType
    /// Endless responses with status 103; ends when the client disconnects or the server stops.
    case informationalFlood
    /// 301 to the same address, endlessly.
    case redirectLoop
    /// 302 to that address.
    case redirect(to: String)
    /// An endless chunked JSON list, at most 64 MB/s; ends when the client disconnects or the server stops.
    case endlessBody
    /// 220 kB of gzip that expand to 227 MB of white space.
    case gzipBomb
    /// The JSON with invalid UTF-8 in a string.
    case invalidUTF8
    /// 200 with `Content-Length: 0`.
    case emptyBody
    /// The connection is closed normally without a response.
    case closeWithoutResponse
}

/// A fault, the requests that it applies to, and how often.
struct FaultRule: Sendable {
    let pattern: PathPattern
    let fault: Fault
    /// Nil for always.
    var left: Int?
}
