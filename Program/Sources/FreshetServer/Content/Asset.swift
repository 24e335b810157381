import Platform
import WebText

/// A file that pages load, embedded in the program.
struct Asset: Sendable {
    /// `page.css`
    let name: String
    let bytes: [UInt8]
    /// The value of `Content-Type`.
    let contentType: String
    /// Sixteen hexadecimal digits that change with the bytes.
    let hash: String

    /// The asset of that name; nil if there is none.
    init?(named name: String) {
        guard let asset = Self.all[name] else { return nil }
        self = asset
    }

    private init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        self.contentType = contentType
        hash = FNV1a.hash64(bytes).hexadecimal
    }

    /// The address of the asset of that name, with its hash.
    static func address(_ name: String) -> String { "/assets/\(name)?v=\(all[name]?.hash ?? "")" }

    private static let all = Dictionary(
        uniqueKeysWithValues: (icons + [
            script,
            style,
            Asset("countries.svg", "image/svg+xml", PackageResources.countries_svg),
            worker,
            manifest,
        ]).map { ($0.name, $0) })

    private static let icons = [
        Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg),
        Asset("icon.png", "image/png", PackageResources.icon_png),
    ]

    /// Refers to the hashes of its icons, so that browsers cache them.
    private static let manifest: Asset = {
        var text = String(decoding: PackageResources.manifest_webmanifest, as: UTF8.self)
        for icon in icons { text.replace("/assets/\(icon.name)\"", with: "/assets/\(icon.name)?v=\(icon.hash)\"") }
        return Asset("manifest.webmanifest", manifestType, Array(text.utf8))
    }()

    static let manifestType = "application/manifest+json"

    /// The modules of the script. Each module comes after those it imports.
    static let modules = [
        PackageResources.addresses_js, PackageResources.user_gesture_js, PackageResources.times_js,
        PackageResources.messages_js, PackageResources.page_loader_js, PackageResources.storage_js,
        PackageResources.icons_js,
        PackageResources.announcements_js,
        PackageResources.offline_js, PackageResources.queue_js, PackageResources.scroller_js,
        PackageResources.rows_js, PackageResources.list_js,
        PackageResources.filter_js, PackageResources.unread_lists_js, PackageResources.live_js,
        PackageResources.undo_js,
        PackageResources.shortcuts_js, PackageResources.marks_js, PackageResources.labels_js,
        PackageResources.queue_notes_js, PackageResources.refresh_js,
        PackageResources.sidebar_js, PackageResources.arrange_js, PackageResources.following_js,
        PackageResources.settings_js, PackageResources.menus_js,
        PackageResources.drawer_js, PackageResources.palette_js,
        PackageResources.pictures_js, PackageResources.items_js, PackageResources.full_text_js,
        PackageResources.stories_js, PackageResources.player_js, PackageResources.comments_js,
        PackageResources.texts_js, PackageResources.pane_js, PackageResources.player_bar_js,
        PackageResources.label_form_js, PackageResources.reading_js,
        PackageResources.keys_js,
        PackageResources.map_view_js, PackageResources.map_clusters_js, PackageResources.map_ranking_js,
        PackageResources.map_play_js, PackageResources.map_js,
        PackageResources.swipes_js, PackageResources.more_js, PackageResources.questions_js, PackageResources.forms_js,
        PackageResources.worker_registration_js,
        PackageResources.page_js,
    ].map { String(decoding: $0, as: UTF8.self) }

    /// The modules joined into one, so that a page loads one script.
    ///
    /// Imports, comments, indentation and the word `export` are left out; modules therefore have no top-level name in common.
    private static let script: Asset = {
        let lines = modules.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let text = withoutComments(lines.map { $0.drop { $0 == " " } })
            .filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
            .joined(separator: "\n")
        return Asset("page.js", "text/javascript; charset=utf-8", Array(text.utf8))
    }()

    /// The service worker, which changes with the assets that pages load.
    private static let worker: Asset = {
        let shell = [style, script]
        let text = String(decoding: PackageResources.worker_js, as: UTF8.self)
            .replacing("'SHELL'", with: shell.map { "'/assets/\($0.name)?v=\($0.hash)'" }.joined(separator: ", "))
            .replacing("HASHES", with: shell.map(\.hash).joined(separator: "-"))
        return Asset("worker.js", "text/javascript; charset=utf-8", Array(text.utf8))
    }()

    /// Removes the comments of modules, which would be a fifth of the script.
    private static func withoutComments(_ lines: [Substring]) -> [Substring] {
        var isInComment = false
        return lines.filter { line in
            if line.hasPrefix("/**") { isInComment = true }
            defer { if line.hasSuffix("*/") { isInComment = false } }
            return !isInComment && !line.hasPrefix("//")
        }
    }

    /// The style sheets joined into one; a later sheet overrides an earlier one.
    private static let style: Asset = {
        let sheets = [
            PackageResources.base_css, PackageResources.components_css, PackageResources.row_css,
            PackageResources.cards_css, PackageResources.pane_css, PackageResources.frame_css,
            PackageResources.player_css, PackageResources.home_css,
            PackageResources.plain_css, PackageResources.settings_css, PackageResources.groups_css,
            PackageResources.map_css, PackageResources.palette_css, PackageResources.screens_css,
        ]
        return Asset("page.css", "text/css; charset=utf-8", CompactStyle(Array(sheets.joined())).bytes)
    }()
}

/// A style sheet without its comments and without spaces that have no meaning.
struct CompactStyle {
    private(set) var bytes: [UInt8] = []

    init(_ sheet: [UInt8]) {
        var rest = sheet[...]
        var hasSpace = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"): hasSpace = true
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): Self.skipComment(&rest)
            case UInt8(ascii: "\""):
                append(byte, after: &hasSpace)
                while let quoted = rest.popFirst() {
                    bytes.append(quoted)
                    if quoted == UInt8(ascii: "\"") { break }
                }
            default: append(byte, after: &hasSpace)
            }
        }
    }

    private mutating func append(_ byte: UInt8, after hasSpace: inout Bool) {
        if byte == UInt8(ascii: "}"), bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
        if hasSpace, let last = bytes.last, !Self.separatesBefore(last), !Self.separates(byte) {
            bytes.append(UInt8(ascii: " "))
        }
        hasSpace = false
        bytes.append(byte)
    }

    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        var last: UInt8 = 0
        rest.removeFirst()
        while let byte = rest.popFirst(), !(last == UInt8(ascii: "*") && byte == UInt8(ascii: "/")) { last = byte }
    }

    /// Returns true if no space is needed on either side of the byte.
    private static func separates(_ byte: UInt8) -> Bool { "{};,".utf8.contains(byte) }

    /// A colon before a space ends the name of a property; a colon after a space begins a selector.
    private static func separatesBefore(_ byte: UInt8) -> Bool { separates(byte) || byte == UInt8(ascii: ":") }
}
