/// GitHub's error responses: `{"message", "documentation_url"}`.
enum GitHubRefusal {
    private static let documentation = "https://docs.github.com/rest"

    static func response(_ status: Int, _ message: String, headers: [(name: String, value: String)] = [])
        -> SampleResponse
    {
        SampleResponse(
            status,
            json: [
                "message": .string(message), "documentation_url": .string(documentation),
                "status": .string(String(status)),
            ], headers: headers)
    }

    static let notFound = response(404, "Not Found")
    static let badCredentials = response(401, "Bad credentials")

    /// GitHub's own message, which names the remedy.
    static let noUserAgent = SampleResponse(
        403, headers: [("Content-Type", "text/plain")],
        body: Array(
            "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n".utf8))

    static func unsupportedVersion(_ version: String) -> SampleResponse {
        response(400, "\"\(version)\" is not a supported version of the REST API")
    }

    static let noQuery = SampleResponse(
        422,
        json: [
            "message": "Validation Failed",
            "errors": [["resource": "Search", "field": "q", "code": "missing"]],
            "documentation_url": .string(documentation), "status": "422",
        ])

    static func moved(to address: String) -> SampleResponse {
        SampleResponse(
            301,
            json: [
                "message": "Moved Permanently", "url": .string(address), "documentation_url": .string(documentation),
            ], headers: [("Location", address)])
    }

    static func primary(limit: Int, used: Int, reset: Int, resource: String, isAnonymous: Bool) -> SampleResponse {
        let message =
            isAnonymous
            ? "API rate limit exceeded for 203.0.113.7. (But here's the good news: Authenticated requests get a higher "
                + "rate limit. Check out the documentation for more details.)"
            : "API rate limit exceeded for user ID 910001."
        return response(
            403, message,
            headers: [
                ("x-ratelimit-limit", String(limit)), ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-used", String(used)),
                ("x-ratelimit-reset", String(reset)), ("x-ratelimit-resource", resource),
            ])
    }

    static func secondary(retryAfter: Int) -> SampleResponse {
        response(
            429, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
            headers: [("Retry-After", String(retryAfter))])
    }
}
