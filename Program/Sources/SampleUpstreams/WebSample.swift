import Platform
import WebText

/// Made-up sites with web feeds: every name below `/web` is a site.
///
/// `/web/NAME/` is its page, which links its feeds `feed.xml` (RSS 2.0), `atom.xml` and `feed.json`; the pages of sites whose names begin with
/// `plain` link none and have no icon, those of `twins` two. The articles of sites whose names begin with `rich` contain lists, tables, quotations, pictures
/// (`/web/rich/pictures/NAME`) and scripts. The feeds of sites whose names begin with `pushed` name the hub at `/web/hub`, which accepts every
/// subscription and leaves verification and delivery to the caller. `/web/moved/feed.xml` has moved permanently, `/web/gone/feed.xml` is gone.
struct WebSample: Sample {
    static let api = UpstreamAPI.web
    static let basePath = "/web"
    /// Its feeds have addresses of their own.
    static let variable: String? = nil

    private let world: World

    init(_ world: World) { self.world = world }

    func response(_ request: SampleRequest, path: [String]) -> SampleResponse {
        guard let name = path.first, !name.isEmpty, path.count <= 3 else { return Self.nothing }
        if path.count == 3 { return path[1] == "pictures" ? Self.picture(path[2]) : Self.nothing }
        let site = SampleSite(name: name, address: request.origin + "/web/" + name, world: world)
        switch (name, path.dropFirst().first) {
        case ("hub", nil): return Self.hub(request)
        case ("gone", _): return SampleResponse(410, html: "<html><body>Gone.</body></html>")
        case ("moved", "feed.xml"):
            return SampleResponse(301, headers: [("Location", request.origin + "/web/harbor/feed.xml")])
        case (_, nil): return SampleResponse(301, headers: [("Location", site.address + "/")])
        case (_, ""): return SampleResponse(200, html: site.page)
        case (_, "feed.xml"): return feed("application/rss+xml", site.rss(at: request.now), site, request)
        case (_, "atom.xml"): return feed("application/atom+xml", site.atom(at: request.now), site, request)
        case (_, "feed.json"): return feed("application/feed+json", site.json(at: request.now), site, request)
        default: return Self.nothing
        }
    }

    private func feed(_ type: String, _ body: String, _ site: SampleSite, _ request: SampleRequest) -> SampleResponse {
        let tag = "\"" + String(FNV1a.hash64(body.utf8), radix: 16) + "\""
        let headers = [
            ("ETag", tag), ("Last-Modified", HTTPDate(site.updated(at: request.now)).description),
            ("Cache-Control", "max-age=600"),
        ]
        if request.header("if-none-match") == tag { return SampleResponse(304, headers: headers) }
        return SampleResponse(
            200, headers: [("Content-Type", type + "; charset=utf-8")] + headers, body: Array(body.utf8))
    }

    /// Faults of ``FaultControl`` are the hub's refusals and redirects, and latency lets a verification come before the 202.
    private static func hub(_ request: SampleRequest) -> SampleResponse {
        SampleResponse(request.method == "POST" ? 202 : 405, html: "")
    }

    /// Waves, in the color of the name.
    private static func picture(_ name: String) -> SampleResponse {
        let hash = FNV1a.hash64(name.utf8)
        let color = (0..<3).map { UInt8(hash >> UInt64($0 * 8) & 127) + 64 }
        let picture = TwoColorPNG(size: 240, ([240, 244, 248], color)) { x, y in
            let crest = (x % 60 - 30) * (x % 60 - 30) / 40
            return y > 60 && (y + crest) % 40 < 14
        }
        return SampleResponse(200, headers: [("Content-Type", "image/png")], body: picture.bytes)
    }

    private static let nothing = SampleResponse(404, html: "<html><body>There is no such page.</body></html>")
}

extension UpstreamAPI {
    /// Sites with web feeds, under `/web`.
    package static let web = UpstreamAPI(prefix: "web")
}

extension SampleUpstreams {
    /// Sites with web feeds: `/NAME/` is a site's page, which links `/NAME/feed.xml`.
    package var webURL: URL { address(WebSample.basePath) }
}
