import Catalog
import Foundation
import Testing

@testable import FreshetServer

@Suite("The files of a page") struct AssetTests {
    @Test("name the versions of the modules that they import")
    func versions() throws {
        let page = String(decoding: try #require(Asset(named: "page.js")).bytes, as: UTF8.self)
        for name in ["list.js", "live.js", "map.js"] {
            let version = try #require(Asset(named: name)).version
            #expect(page.contains("'./\(name)?v=\(version)'"))
        }
        #expect(!page.contains(".js'"))
    }

    @Test(
        "are small",
        arguments: [
            "page.css", "page.js", "list.js", "live.js", "map.js", "coastline.svg", "icon.svg", "icon.png",
            "manifest.webmanifest",
        ])
    func sizes(name: String) throws {
        let asset = try #require(Asset(named: name))
        #expect(asset.version.count == 16 && (100..<32_500).contains(asset.bytes.count))
    }

    @Test("that the manifest names are there, and its places are pages")
    func manifest() throws {
        let bytes = Data(try #require(Asset(named: "manifest.webmanifest")).bytes)
        let manifest = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let icons = try #require(manifest["icons"] as? [[String: String]])
        for icon in icons {
            let name = try #require(icon["src"]?.split(separator: "/").last?.prefix { $0 != "?" }).description
            #expect(Asset(named: name)?.contentType == icon["type"] && icon["src"] == Asset.address(name))
        }
        let shortcuts = try #require(manifest["shortcuts"] as? [[String: String]])
        for place in [manifest["start_url"] as? String] + shortcuts.map({ $0["url"] }) {
            #expect(place.flatMap { Target($0) }.flatMap { Route($0, .all) } != nil)
        }
    }

    @Test("are not what nobody made", arguments: ["", "page", "../page.css", "PAGE.CSS"])
    func others(name: String) { #expect(Asset(named: name) == nil) }
}
