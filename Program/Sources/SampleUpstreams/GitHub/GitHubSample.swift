import Platform
import WebText

/// The part of GitHub's REST API that feeds use.
struct GitHubSample: Sample {
    static let api = UpstreamAPI.gitHub
    static let basePath = "/github"
    static let variable: String? = "FRESHET_GITHUB_URL"

    let world: World
    let catalog: RepositoryCatalog
    private let limits: RateLimits

    init(_ world: World) {
        self.world = world
        catalog = RepositoryCatalog(seed: world.seed)
        limits = RateLimits(world.configuration)
    }

    func response(_ request: SampleRequest, path: [String]) -> SampleResponse {
        if path.count == 3, path[0] == "avatars", path[1] == "u", let id = Int(path[2]) {
            let size = request.parameters["s"].flatMap { Int($0) } ?? 400
            return validated(Avatar.response(id, seed: world.seed, size: size), request)
        }
        guard let agent = request.header("user-agent"), !agent.isEmpty else { return GitHubRefusal.noUserAgent }
        let version = request.header("x-github-api-version") ?? Self.versions[0]
        guard Self.versions.contains(version) else { return GitHubRefusal.unsupportedVersion(version) }
        guard let payer = payer(request) else { return GitHubRefusal.badCredentials }
        var response = paid(request, path: path, payer: payer, version: version)
        response.headers += [
            ("Server", "github.com"), ("Vary", "Accept, Authorization, Cookie, X-GitHub-OTP"),
            ("X-GitHub-Media-Type", "github.v3; format=json"), ("x-github-api-version-selected", version),
        ]
        return response
    }

    private static let versions = ["2022-11-28", "2026-03-10"]

    /// The client; nil for a rejected token.
    private func payer(_ request: SampleRequest) -> RateLimits.Payer? {
        guard let authorization = request.header("authorization") else { return .anonymous }
        let words = authorization.split(separator: " ")
        guard words.count == 2, ["bearer", "token"].contains(words[0].lowercased()) else { return nil }
        return words[1] == "expired" || words[1].hasPrefix("bad") ? nil : .token(String(words[1]))
    }

    private func paid(_ request: SampleRequest, path: [String], payer: RateLimits.Payer, version: String)
        -> SampleResponse
    {
        if path == ["rate_limit"] {
            return rateLimit(payer, version: version, now: request.now)
        }
        let resource: RateLimits.Resource = path.first == "search" ? .search : .core
        let standing = limits.pay(1, by: payer, for: resource, at: request.now)
        guard !standing.isExceeded else {
            return GitHubRefusal.primary(
                limit: standing.limit, used: standing.used, reset: standing.reset, resource: resource.rawValue,
                isAnonymous: payer == .anonymous)
        }
        var response = validated(routed(request, path: path, payer: payer), request)
        // Free only with a token: without one, 304s count.
        let isFree = response.status == 304 && payer != .anonymous
        response.headers += headers(isFree ? limits.pay(-1, by: payer, for: resource, at: request.now) : standing)
        return response
    }

    private func headers(_ standing: RateLimits.Standing) -> [(name: String, value: String)] {
        [
            ("x-ratelimit-limit", String(standing.limit)), ("x-ratelimit-remaining", String(standing.remaining)),
            ("x-ratelimit-used", String(standing.used)), ("x-ratelimit-reset", String(standing.reset)),
            ("x-ratelimit-resource", standing.resource.rawValue),
        ]
    }

    private func rateLimit(_ payer: RateLimits.Payer, version: String, now: Date) -> SampleResponse {
        let core = limits.pay(0, by: payer, for: .core, at: now)
        let search = limits.pay(0, by: payer, for: .search, at: now)
        let all: JSON = ["resources": ["core": json(core), "search": json(search)]]
        // The newer version has no duplicate `rate`.
        let rate: JSON = version == Self.versions[0] ? ["rate": json(core)] : [:]
        return SampleResponse(200, json: all.adding(rate), headers: headers(core) + [("Cache-Control", "no-cache")])
    }

    private func json(_ standing: RateLimits.Standing) -> JSON {
        [
            "limit": .int(standing.limit), "used": .int(standing.used), "remaining": .int(standing.remaining),
            "reset": .int(standing.reset),
        ]
    }

    /// A 304 if the client has this response already; `If-None-Match` takes precedence over `If-Modified-Since`.
    private func validated(_ response: SampleResponse, _ request: SampleRequest) -> SampleResponse {
        guard response.status == 200 else { return response }
        let known = request.header("if-none-match")
        let isKnown: Bool
        if let known {
            guard let tag = response.headers.first(where: { $0.name == "ETag" })?.value else { return response }
            isKnown = known == "*" || known.split(separator: ",").contains { weak($0) == weak(tag[...]) }
        } else {
            let modified = response.headers.first { $0.name == "Last-Modified" }.flatMap {
                HTTPDate($0.value)?.date
            }
            let since = request.header("if-modified-since").flatMap { HTTPDate($0)?.date }
            guard let modified, let since else { return response }
            isKnown = modified <= since
        }
        return isKnown ? SampleResponse(304, headers: response.headers) : response
    }

    private func weak(_ tag: Substring) -> Substring {
        let tag = tag.drop { $0 == " " }
        return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
}

extension UpstreamAPI {
    /// GitHub's REST API, under `/github`.
    package static let gitHub = UpstreamAPI(prefix: "github")
}

extension SampleUpstreams {
    /// GitHub's API, in place of `https://api.github.com`.
    ///
    /// It always has `octo-sample/harbor`, `octo-sample/lighthouse` (with events as before October 2025), `octo-sample/empty`
    /// (no events), `octo-sample/busy` (more than 300 events an hour) and `octo-sample/renamed` (301 to the harbour),
    /// besides the results of searches. Tokens that begin
    /// with `vault` also open the private `octo-sample/vault`. The token `expired`, and any that begins with `bad`, is rejected.
    package var gitHubURL: URL { address(GitHubSample.basePath) }
}

/// A small picture of an account, the same each time.
enum Avatar {
    /// The size of GitHub's own.
    private static let sizes = 1...460

    static func response(_ id: Int, seed: UInt64, size: Int) -> SampleResponse {
        var chance = SeededRandom(seed, "avatar", id)
        let color = (0..<3).map { _ in UInt8(chance.number(40..<190)) }
        // Five by five squares, mirrored, with a margin of half a square.
        let squares = (0..<5).map { _ in (0..<3).map { _ in chance.happens(onceIn: 2) } }
        let size = min(max(size, sizes.lowerBound), sizes.upperBound)
        let picture = TwoColorPNG(size: size, ([240, 240, 240], color)) { x, y in
            let (column, row) = ((x * 12 / size - 1) >> 1, (y * 12 / size - 1) >> 1)
            guard (0..<5).contains(column), (0..<5).contains(row) else { return false }
            return squares[row][min(column, 4 - column)]
        }
        return SampleResponse(
            200,
            headers: [
                ("Content-Type", "image/png"), ("Cache-Control", "max-age=300"),
                ("ETag", "\"avatar-\(id)-\(size)\""),
            ], body: picture.bytes)
    }
}
