// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "program-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: "../.."),
        .package(name: "freshet-program", path: ".."),
        .package(path: "../../Benchmarks/Harness"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "feed-benchmarks",
            dependencies: [
                .product(name: "Feeds", package: "freshet-program"),
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetHTTP", package: "freshet-program"),
                .product(name: "Harness", package: "Harness"),
                .product(name: "SampleUpstreams", package: "freshet-program"),
            ],
            path: "Sources/FeedBenchmarks",
            swiftSettings: settings),
        .executableTarget(
            name: "store-benchmarks",
            dependencies: [
                .product(name: "Feeds", package: "freshet-program"),
                .product(name: "Harness", package: "Harness"),
            ],
            path: "Sources/StoreBenchmarks",
            swiftSettings: settings),
        // Measured beside feedparser by Scripts/benchmark-web-feeds.py.
        .executableTarget(
            name: "web-feed-parsing",
            dependencies: [.product(name: "WebFeeds", package: "freshet-program")],
            path: "Sources/WebFeedParsing",
            swiftSettings: settings),
        // What the page is measured beside.
        .executableTarget(
            name: "bare-server",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Sources/BareServer",
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
