import Catalog
import Foundation
import Testing

@testable import FreshetServer

@Suite("The files of a page") struct AssetTests {
    @Test("The modules of the script are joined without imports and comments")
    func comments() throws {
        let script = String(decoding: try #require(Asset(named: "page.js")).bytes, as: UTF8.self)
        let lines = script.split(separator: "\n")
        #expect(lines.count > 1_000 && Asset.modules.joined().contains("\n */\n"))
        #expect(lines.filter { line in ["//", "/**", "* ", "*/", "import "].contains { line.hasPrefix($0) } } == [])
    }

    @Test("No two modules of the joined script declare the same name")
    func script() throws {
        let text = String(decoding: try #require(Asset(named: "page.js")).bytes, as: UTF8.self)
        #expect(!text.contains(#/(?m)^(import|export)\b/#))
        let declaration = #/(?m)^(?:export )?(?:async )?(?:function|class|const|let) (?<name>\w+)/#
        let names = Asset.modules.flatMap { $0.matches(of: declaration).map { String($0.output.name) } }
        #expect(names.count > 50 && Set(names).count == names.count)
    }

    @Test(
        "An asset is small",
        arguments: ["page.css", "page.js", "countries.svg", "icon.svg", "icon.png", "manifest.webmanifest"])
    func sizes(name: String) throws {
        let asset = try #require(Asset(named: name))
        #expect(asset.hash.count == 16 && (100..<160_000).contains(asset.bytes.count))
    }

    @Test("The icons and shortcuts of the manifest exist")
    func manifest() throws {
        let bytes = Data(try #require(Asset(named: "manifest.webmanifest")).bytes)
        let manifest = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let icons = try #require(manifest["icons"] as? [[String: String]])
        #expect(!icons.isEmpty)
        for icon in icons {
            let name = try #require(icon["src"]?.split(separator: "/").last?.prefix { $0 != "?" }).description
            #expect(Asset(named: name)?.contentType == icon["type"] && icon["src"] == Asset.address(name))
        }
        let shortcuts = try #require(manifest["shortcuts"] as? [[String: String]])
        for place in [manifest["start_url"] as? String] + shortcuts.map({ $0["url"] }) {
            #expect(place.flatMap { Target($0) }.flatMap { RouteMatch($0, .all) } != nil)
        }
    }

    @Test("The service worker is at the server's root and stores the present versions")
    func worker() async throws {
        let text = String(decoding: try #require(Asset(named: "worker.js")).bytes, as: UTF8.self)
        for name in ["page.css", "page.js"] {
            #expect(text.contains("'\(Asset.address(name))'") && text.contains(Asset(named: name)?.hash ?? "?"))
        }
        #expect(!text.contains("VERSION") && !text.contains("SHELL"))
        try await RunningServer.run({ $0.token = "correct horse battery staple" }) { server in
            let reply = await server.ask("/worker.js")
            #expect(reply.status == 200 && reply.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(reply.headers["cache-control"] == "private, no-cache")
            #expect(reply.headers["content-security-policy"]?.contains("worker-src 'self'") == true)
        }
    }

    @Test("An unknown name is no asset", arguments: ["", "page", "../page.css", "PAGE.CSS", "times.js"])
    func others(name: String) { #expect(Asset(named: name) == nil) }
}
