import HTTPTypes
import Platform

/// A page in place of the response that only browsers get past: a site's protection against robots.
package struct Challenge: Sendable, Hashable {
    /// The vendor of the protection.
    package let vendor: String
    /// The status of the page.
    package let status: HTTPResponse.Status
    /// The end of the wait that the site asks for; nil if it doesn't.
    package let retryAt: Date?

    /// The fields by which vendors mark their pages, with their values.
    private static let marks: [(vendor: String, field: String, values: Set<String>)] = [
        ("Cloudflare", "cf-mitigated", ["challenge"]), ("AWS WAF", "x-amzn-waf-action", ["challenge", "captcha"]),
        ("Vercel", "x-vercel-mitigated", ["challenge"]),
    ]

    /// Nil unless the response has a vendor's mark. Its status may also be that of a success.
    init?(_ status: HTTPResponse.Status, _ headers: HTTPFields, at now: Date) {
        let mark = Self.marks.first { mark in
            let value = HTTPField.Name(mark.field).flatMap { headers[$0] }
            return value.map { mark.values.contains($0.lowercased()) } ?? false
        }
        if let mark {
            vendor = mark.vendor
        } else if status == .forbidden, HTTPField.Name("x-datadome").flatMap({ headers[$0] }) != nil {
            vendor = "DataDome"
        } else {
            return nil
        }
        self.status = status
        retryAt = RetryAfter(headers, at: now).flatMap { $0.isPast(at: now) ? nil : $0.date(from: now) }
    }
}
