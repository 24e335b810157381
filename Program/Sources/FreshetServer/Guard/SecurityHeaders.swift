import HTTPTypes

/// The headers of every response that restrict browsers.
enum SecurityHeaders {
    static let all: HTTPFields = [
        .contentSecurityPolicy: [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
            // Players load the files of items from their hosts, when the reader presses play.
            "media-src http: https:", "connect-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "manifest-src 'self'",
            "worker-src 'self'",
        ].joined(separator: "; "),
        .xContentTypeOptions: "nosniff",
        // With no-referrer, browsers would send our own forms without an origin.
        .referrerPolicy: "same-origin",
        .permissionsPolicy: "camera=(), geolocation=(), microphone=()",
        .openerPolicy: "same-origin",
        .resourcePolicy: "same-origin",
    ]
}
