// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "freshet", path: ".."),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    ],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AllocationCount", "Harness", "Opaque",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Freshet", package: "freshet"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            path: "Sources/Benchmarks",
            swiftSettings: settings),
        // Apart from the streams, which are built in a minute without all that requests and the store need.
        .executableTarget(
            name: "feed-benchmarks",
            dependencies: [
                "Harness",
                .product(name: "Feeds", package: "freshet"),
                .product(name: "Freshet", package: "freshet"),
                .product(name: "FreshetHTTP", package: "freshet"),
                .product(name: "SampleUpstreams", package: "freshet"),
            ],
            path: "Sources/FeedBenchmarks",
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
        .target(name: "Harness", swiftSettings: settings),
        .target(name: "Opaque", swiftSettings: settings),
        .target(name: "AllocationCount"),
    ],
    swiftLanguageModes: [.v6]
)
