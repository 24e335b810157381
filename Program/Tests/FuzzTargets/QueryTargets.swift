import Catalog
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import ImportExport
import Platform
import Search

/// Texts that people type and import.
enum QueryTargets {
    static func search(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do { _ = try SearchQuery(parsing: text) } catch {}
        do { _ = try SearchQuery.rewriting(text) { _, value in value } } catch {}
        do { _ = try TextPattern(text).matches("The quick brown fox, 1234 times: naïve café 日本語") } catch {}
    }

    static func rules(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: lines.first ?? [], as: UTF8.self)
        do { _ = try Rule(parsing: text) } catch {}
        do { _ = try Rule(parsing: "mute " + text) } catch {}
    }

    /// A subscription list or an export.
    static func importing(_ bytes: [UInt8]) {
        do { _ = try environment.get().importing(Data(bytes)) } catch {}
    }

    private static let environment = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-fuzz-\(UUID().uuidString)")
        let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        return FeedEnvironment(catalog: .all, store: store, transport: CannedReply([]))
    }
}
