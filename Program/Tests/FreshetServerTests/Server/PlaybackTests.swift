import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The position of a player") struct PlaybackTests {
    private static let feed = """
        {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","content_text":"Tides","attachments":\
        [{"url":"https://media.example/a.mp3","mime_type":"audio/mpeg"}]}]}
        """

    /// The path of a feed whose item has a file.
    private func follow(in server: RunningServer) async -> String {
        server.control.fail(
            "/web/sound/feed",
            with: .status(200, headers: ["Content-Type": "application/feed+json"], body: Self.feed))
        let address = server.scene.sample.webURL.absoluteString + "/sound/feed"
        let name = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(await server.post("/follow", "address=" + name).status == 303)
        return "/web/"
            + (address.addingPercentEncoding(
                withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? "")
    }

    private func fields(_ feed: String, id: String = "1", url: String = "https://media.example/a.mp3", _ more: String)
        -> String
    {
        let name = feed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "feed=\(name)&id=\(id)&url=\(url)&\(more)"
    }

    @Test("A playback position is stored for a file of an item, and the page continues there")
    func stored() async throws {
        try await RunningServer.run { server in
            let feed = await follow(in: server)
            let before = await server.ask(feed + "?item=1")
            #expect(before.text.contains("<audio controls preload=\"none\" src=\"https://media.example/a.mp3\""))
            #expect(before.headers["content-security-policy"]?.contains("media-src http: https:") == true)
            #expect(!before.text.contains("data-position"))
            #expect(await server.post("/playback", fields(feed, "position=61.5&duration=600")).status == 204)
            let after = await server.ask(feed + "?item=1").text
            #expect(after.contains("data-position=\"61.5\"") && after.contains("stopped at 1:01"))
        }
    }

    @Test("A playback position is refused for other files, unknown items and numbers that aren't positions")
    func refused() async throws {
        try await RunningServer.run { server in
            let feed = await follow(in: server)
            func status(_ fields: String) async -> Int { await server.post("/playback", fields).status }
            #expect(await status(fields(feed, url: "https://media.example/b.mp3", "position=1")) == 404)
            #expect(await status(fields(feed, id: "2", "position=1")) == 404)
            for wrong in ["", "position=", "position=-1", "position=nan", "position=1e9", "position=1&duration=x"] {
                #expect(await status(fields(feed, wrong)) == 400, "\(wrong)")
            }
            #expect(await server.ask("/playback").status == 405)
        }
    }
}
