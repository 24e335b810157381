import Catalog
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Logging
import NIOCore
import SampleUpstreams
import Synchronization
import Testing

@testable import FreshetServer

@Suite("The pictures of accounts") struct AvatarTests {
    private static let pictures = "/github/avatars"

    private func avatars(
        _ scene: SampledEnvironment, limit: Int = 1 << 20, timeout: RxTimeInterval = .seconds(30)
    ) -> Avatars {
        Avatars(
            folder: scene.folder.appending(path: "avatars"), scene.environment, limit: limit, timeout: timeout,
            logger: Logger(label: "test"))
    }

    private func author(_ scene: SampledEnvironment, _ number: Int = 1) -> Entry.Author {
        Entry.Author(
            name: "mira-\(number)",
            avatar: scene.sample.gitHubURL.appending(path: "avatars/u/\(number)").appending(queryItems: [
                .init(name: "s", value: "64")
            ]))
    }

    private func picture(_ avatars: Avatars, of author: Entry.Author) async -> Picture? {
        await avatars.picture(String(avatars.path(for: author).dropFirst("/avatars/".count)))
    }

    @Test("Avatars are fetched once in a small size, regardless of the number of requests")
    func once() async throws {
        try await SampledEnvironment.run { scene in
            let avatars = avatars(scene)
            let author = author(scene)
            let all = await withTaskGroup(of: Picture?.self) { group in
                for _ in 0..<20 { group.addTask { await self.picture(avatars, of: author) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(all).count == 1 && all[0]?.contentType == "image/png")
            #expect(scene.sample.control.requests(to: Self.pictures).map(\.path) == ["/github/avatars/u/1?s=64"])
        }
    }

    @Test("Avatars are available for all authors of GitHub's events")
    func ofEvents() async throws {
        try await SampledEnvironment.run { scene in
            let avatars = avatars(scene)
            let authors = Set(try await scene.state(.harbor).items.compactMap(\.entry.author))
            #expect(authors.count > 3)
            for author in authors { #expect(await picture(avatars, of: author)?.contentType == "image/png") }
        }
    }

    @Test("Avatars are served without the upstream once they are cached")
    func offline() async throws {
        try await SampledEnvironment.run { scene in
            let author = author(scene)
            let first = await picture(avatars(scene), of: author)
            scene.sample.control.fail("/", with: .status(500))
            let hash = String(avatars(scene).path(for: author).dropFirst("/avatars/".count))
            // Another process, in which no page has named it yet.
            #expect(await avatars(scene).picture(hash) == first)
        }
    }

    @Test(
        "Avatars don't exist for a hash that no page contains",
        arguments: ["", "..", "0123456789abcdef0123456789abcdef", "../../../../../../../etc/passwd//"])
    func notNamed(hash: String) async throws {
        try await SampledEnvironment.run { scene in
            #expect(await avatars(scene).picture(hash) == nil)
            #expect(scene.sample.control.requests.isEmpty)
        }
    }

    @Test(
        "Avatars are initials if the upstream sends no picture",
        arguments: [Fault.notJSON, .status(404), .status(500), .emptyBody, .redirectLoop, .gzipBomb, .wrongJSON])
    func initials(fault: Fault) async throws {
        try await SampledEnvironment.run { scene in
            scene.sample.control.fail(Self.pictures, with: fault)
            let picture = try #require(await picture(avatars(scene), of: author(scene)))
            #expect(picture.contentType == "image/svg+xml" && String(buffer: picture.bytes).contains(">M1</text>"))
        }
    }

    @Test("Avatars are never requested from other hosts, not even after a redirect")
    func elsewhere() async throws {
        try await SampledEnvironment.run { scene in
            let other = "http://localhost:\(scene.sample.port)/elsewhere.png"
            scene.sample.control.fail(Self.pictures, with: .redirect(to: other))
            #expect(await picture(avatars(scene), of: author(scene))?.contentType == "image/svg+xml")
            #expect(scene.sample.control.requests(to: "/elsewhere.png").isEmpty)
        }
    }

    @Test("Avatars are read only up to the size of a small picture")
    func size() async throws {
        try await SampledEnvironment.run { scene in
            let bounds = Mutex<RequestBounds?>(nil)
            let environment = scene.environment.seeingBounds { seen in bounds.withLock { $0 = seen } }
            let avatars = Avatars(
                folder: scene.folder.appending(path: "avatars"), environment, logger: Logger(label: "test"))
            _ = await picture(avatars, of: author(scene))
            #expect(bounds.withLock { $0?.body } == 256 * 1024)
        }
    }

    @Test("Avatars are cached where other users of the computer can't read them")
    func access() async throws {
        try await SampledEnvironment.run { scene in
            let folder = scene.folder.appending(path: "avatars")
            _ = await picture(avatars(scene), of: author(scene))
            let files = FileManager.default
            let file = folder.appending(path: try #require(try files.contentsOfDirectory(atPath: folder.path).first))
            func rights(_ url: URL) throws -> Int? {
                try files.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            }
            #expect(try rights(folder) == 0o700 && rights(file) == 0o600)
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            _ = await picture(avatars(scene), of: author(scene))
            #expect(try rights(folder) == 0o700 && rights(file) == 0o600)
        }
    }

    @Test("Avatars are requested again ten minutes after a failure, and not earlier")
    func pause() async throws {
        try await SampledEnvironment.run { scene in
            let avatars = avatars(scene)
            scene.sample.control.fail(Self.pictures, with: .status(404), times: 1)
            for _ in 0..<3 { #expect(await picture(avatars, of: author(scene))?.maximumAge == 60) }
            #expect(scene.sample.control.requests(to: Self.pictures).count == 1)
            scene.sample.control.advance(by: .seconds(601))
            #expect(await picture(avatars, of: author(scene))?.contentType == "image/png")
        }
    }

    @Test("Avatars that can't be cached are shown, requested again after ten minutes, and logged once")
    func uncached() async throws {
        try await SampledEnvironment.run { scene in
            try Data().write(to: scene.folder.appending(path: "avatars"))
            let log = WarningLog()
            let avatars = Avatars(
                folder: scene.folder.appending(path: "avatars"), scene.environment, timeout: .seconds(30),
                logger: Logger(label: "test") { _ in log })
            for number in 1...3 {
                #expect(await picture(avatars, of: author(scene, number))?.contentType == "image/png")
                #expect(await picture(avatars, of: author(scene, number))?.contentType == "image/svg+xml")
            }
            #expect(scene.sample.control.requests(to: Self.pictures).count == 3)
            #expect(
                log.warnings.count == Set(log.warnings).count
                    && log.warnings.contains { $0.contains("can't be cached (") })
            #expect(log.warnings.allSatisfy { !$0.contains("Cocoa") })
            scene.sample.control.advance(by: .seconds(601))
            #expect(await picture(avatars, of: author(scene))?.contentType == "image/png")
        }
    }

    @Test("Avatars don't delay the page if the upstream doesn't answer")
    func timeout() async throws {
        try await SampledEnvironment.run { scene in
            scene.sample.control.fail(Self.pictures, with: .hang)
            let avatars = avatars(scene, timeout: .milliseconds(50))
            #expect(await picture(avatars, of: author(scene))?.contentType == "image/svg+xml")
        }
    }

    @Test("Avatars older than a week are shown and requested again")
    func renewal() async throws {
        try await SampledEnvironment.run { scene in
            let avatars = avatars(scene)
            let first = await picture(avatars, of: author(scene))
            let folder = scene.folder.appending(path: "avatars").path
            // Their names have the time.
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            scene.sample.control.advance(by: .seconds(8 * 86_400))
            #expect(await picture(avatars, of: author(scene)) == first)
            try await waits { try FileManager.default.contentsOfDirectory(atPath: folder) != files }
            #expect(await picture(avatars, of: author(scene)) == first)
            #expect(scene.sample.control.requests(to: Self.pictures).count == 2)
        }
    }

    @Test("Avatars don't fill the disk: the least recently used are removed")
    func bound() async throws {
        try await SampledEnvironment.run { scene in
            let size = try #require(await picture(avatars(scene), of: author(scene, 1))).bytes.readableBytes
            let avatars = avatars(scene, limit: size * 3)
            for number in [2, 3, 1, 4] {
                scene.sample.control.advance(by: .seconds(4000))
                _ = await picture(avatars, of: author(scene, number))
            }
            let files = try FileManager.default.contentsOfDirectory(
                atPath: scene.folder.appending(path: "avatars").path)
            #expect(files.count == 3)
            scene.sample.control.fail(Self.pictures, with: .status(500))
            let types = try await [1, 2, 3, 4].asyncMap { await picture(avatars, of: author(scene, $0))?.contentType }
            #expect(types == ["image/png", "image/svg+xml", "image/png", "image/png"])
        }
    }

    @Test(
        "Avatars come only from GitHub's hosts",
        arguments: [
            ("https://avatars.githubusercontent.com/u/1?v=4", true), ("https://github.com/mira.png", true),
            ("https://AVATARS.githubusercontent.com:443/u/1", true), ("https://ghe.example/avatars/u/1", true),
            ("http://avatars.githubusercontent.com/u/1", false), ("https://githubusercontent.com.evil.example/", false),
            ("https://evilgithubusercontent.com/", false), ("https://github.com:22/", false),
            ("https://u:p@github.com/", false), ("http://ghe.example/avatars/u/1", false),
            ("https://ghe.example:8443/", false), ("http://169.254.169.254/", false), ("file:///etc/passwd", false),
            ("http://localhost:8080/refresh", false), ("//github.com/x", false),
        ])
    func sources(address: String, isAllowed: Bool) {
        let sources = AvatarSources(
            FeedCatalog.all.upstreams,
            ["github": URL(string: "https://ghe.example/api/v3")!, "news": URL(string: "http://localhost:8080")!])
        #expect(sources.allow(URL(string: address)!) == isAllowed)
    }

    @Test(
        "Avatars are recognized by their first bytes, not by their content type",
        arguments: [
            ("\u{89}PNG\r\n\u{1a}\n", "png"), ("\0\0\0 ftypavif", "avif"), ("\0\0\0 ftypmp42", nil), ("GIF89a", "gif"),
            ("RIFF....WEBP", "webp"), ("<svg xmlns=", nil),
            ("", nil), ("<html>", nil), ("RIFF....WAVE", nil),
        ])
    func formats(start: String, format: String?) {
        #expect(Picture.Format(start.unicodeScalars.map { UInt8($0.value) })?.rawValue == format)
    }

    @Test(
        "Avatars as initials have the first letters of a name",
        arguments: [
            ("octocat", "O"), ("mira-stone", "MS"), ("github-actions[bot]", "GA"), ("7zip", "7"), ("ßa", "S"),
            ("-", "?"), ("", "?"),
            ("<script>", "S"),
        ])
    func letters(name: String, letters: String) { #expect(Initials(of: name).letters == letters) }
}

extension FeedEnvironment {
    /// The same environment, whose requests show their bounds first.
    fileprivate func seeingBounds(_ see: @escaping @Sendable (RequestBounds) -> Void) -> FeedEnvironment {
        var environment = self
        environment.transport = SeenTransport(transport: transport, see: see)
        return environment
    }
}

private struct SeenTransport: HTTPTransport {
    let transport: any HTTPTransport
    let see: @Sendable (RequestBounds) -> Void

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        see(purpose.bounds)
        return transport.response(for: request, purpose: purpose)
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
