import Platform
import WebFeeds

/// Documents of the web.
enum WebTargets {
    private static let charsets = [nil, nil, nil, "utf-8", "utf-16", "iso-8859-1", "windows-1252", "shift_jis"]

    /// The charset that the length of the document selects, so that documents need no byte for it.
    private static func charset(_ bytes: [UInt8]) -> String? { charsets[bytes.count % charsets.count] }

    private static var address: URL? { URL(string: "https://a.example/b/c") }

    static func feed(_ bytes: [UInt8]) {
        do { _ = try WebFeed(parsing: Data(bytes), charset: charset(bytes), address: address) } catch {}
    }

    static func page(_ bytes: [UInt8]) {
        _ = FeedLinks(inPage: Data(bytes), charset: charset(bytes), address: address)
    }

    static func subscriptions(_ bytes: [UInt8]) {
        do { _ = try OPML(parsing: Data(bytes)).document } catch {}
    }
}
