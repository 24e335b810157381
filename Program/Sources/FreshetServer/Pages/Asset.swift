import WebText

/// A file that pages load, embedded in the program.
struct Asset: Sendable {
    /// `page.css`
    let name: String
    let bytes: [UInt8]
    /// The value of `Content-Type`.
    let contentType: String
    /// Sixteen hexadecimal digits that change with the bytes.
    let version: String

    /// The asset of that name; nil if there is none.
    init?(named name: String) {
        guard let asset = Self.all[name] else { return nil }
        self = asset
    }

    private init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        self.contentType = contentType
        let hash = FNV1a.hash64(bytes)
        let digits = String(hash, radix: 16)
        version = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The address of the asset of that name, with its version.
    static func address(_ name: String) -> String { "/assets/\(name)?v=\(all[name]?.version ?? "")" }

    private static let all = Dictionary(
        uniqueKeysWithValues: (modules + icons + [
            Asset("page.css", "text/css; charset=utf-8", PackageResources.page_css),
            Asset("coastline.svg", "image/svg+xml", PackageResources.coastline_svg),
            manifest,
        ]).map { ($0.name, $0) })

    private static let icons = [
        Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg),
        Asset("icon.png", "image/png", PackageResources.icon_png),
    ]

    /// Refers to the versions of its icons, so that browsers cache them.
    private static let manifest: Asset = {
        var text = String(decoding: PackageResources.manifest_webmanifest, as: UTF8.self)
        for icon in icons { text.replace("/assets/\(icon.name)\"", with: "/assets/\(icon.name)?v=\(icon.version)\"") }
        return Asset("manifest.webmanifest", "application/manifest+json", Array(text.utf8))
    }()

    /// The modules, each after those it imports. Imports refer to versions, so that browsers cache them.
    private static let modules: [Asset] = {
        var modules: [Asset] = []
        for (name, bytes) in [
            ("list.js", PackageResources.list_js), ("live.js", PackageResources.live_js),
            ("map.js", PackageResources.map_js), ("page.js", PackageResources.page_js),
        ] {
            var text = String(decoding: bytes, as: UTF8.self)
            for module in modules { text.replace("'./\(module.name)'", with: "'./\(module.name)?v=\(module.version)'") }
            modules.append(Asset(name, "text/javascript; charset=utf-8", Array(text.utf8)))
        }
        return modules
    }()
}
