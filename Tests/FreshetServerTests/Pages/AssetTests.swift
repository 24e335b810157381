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
            "page.css", "page.js", "list.js", "live.js", "map.js", "coastline.svg",
        ])
    func sizes(name: String) throws {
        let asset = try #require(Asset(named: name))
        #expect(asset.version.count == 16 && (100..<32_000).contains(asset.bytes.count))
    }

    @Test("are not what nobody made", arguments: ["", "page", "../page.css", "PAGE.CSS"])
    func others(name: String) { #expect(Asset(named: name) == nil) }
}
