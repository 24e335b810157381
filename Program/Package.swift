// swift-tools-version: 6.2
import PackageDescription

/// libFuzzer, where Scripts/campaign-fuzz.sh builds the modules and `Fuzz` for it.
let fuzzer = Context.environment["FRESHET_FUZZ"]

/// An object file of Scripts/make-icu-data.py, for a program with Swift's static libraries.
let icuData = Context.environment["FRESHET_ICU_DATA"]

/// Every target is built with these, on top of the Swift 6 language mode.
let settings: [SwiftSetting] =
    (fuzzer == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer,address", "-O"])]) + [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .treatAllWarnings(as: .error),  // SE-0443
    ]

/// Foundation's essentials, the C library, files, hashes and the system's errors, which all of the program's code may use.
let platform = Target.target(name: "Platform", swiftSettings: settings)

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: ["Platform"] + dependencies, swiftSettings: settings)
}

/// One upstream: its API and its kinds of feed.
func upstream(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    module(name, [freshet, "WebText", "FreshetHTTP", "FeedStore", "Feeds", argumentParser, httpTypes] + dependencies)
}

func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: module + "Tests", dependencies: ["Platform", .init(stringLiteral: module)] + dependencies,
        swiftSettings: settings)
}

/// A program of one file that a newcomer reads, built with everything so that it stays right.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name + "Example",
        dependencies: [freshet, "FreshetHTTP", "SampleUpstreams", httpTypes] + dependencies,
        path: "Examples/" + name, swiftSettings: settings)
}

func benchmark(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/" + folder, swiftSettings: settings)
}

// The library: the package in the parent folder. The name does not depend on the folder's.
let freshet: Target.Dependency = .product(name: "Freshet", package: "freshet")
let freshetCombine: Target.Dependency = .product(name: "FreshetCombine", package: "freshet")
let freshetTest: Target.Dependency = .product(name: "FreshetTest", package: "freshet")

let harness: Target.Dependency = .product(name: "Harness", package: "Harness")

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let tomlKit: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")

/// The upstreams that the catalog lists.
let upstreams: [Target] = [
    upstream("GitFeed"),
    upstream("OurPlanet", ["Search"]),
    upstream("News", ["Search"]),
    upstream("Earthquakes", ["Search"]),
    upstream("WebFeeds", ["CLibXML2", "TextDecoding"]),
]
let upstreamModules: [Target.Dependency] = upstreams.map { .init(stringLiteral: $0.name) }

let package = Package(
    name: "freshet-program",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "freshet", targets: ["FreshetCommand"])
    ],
    dependencies: [
        .package(name: "freshet", path: ".."),
        .package(path: "../Benchmarks/Harness"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: upstreams + [
        platform,
        module("WebText"),
        // Converts encodings with the iconv of libxml2.
        module("TextDecoding", ["WebText", "CLibXML2"]),
        module("ArticleExtraction", ["WebText", "TextDecoding"]),
        module(
            "FreshetHTTP",
            [
                "CZlib", "WebText", freshet, asyncHTTPClient, httpTypes, nioCore, nioPosix,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        module("Tokenizer", [grdb]),
        module("Search", ["Tokenizer", "WebText"]),
        module("Stories", ["Search", "WebText"]),
        module("SQL", ["WebText"]),
        // Loads libpq when it's needed; its headers are those of Debian's libpq-dev.
        .target(name: "CPQ"),
        module("PostgreSQL", ["SQL", "CPQ"]),
        // Hashes passwords with Argon2id.
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        module(
            "FeedStore",
            ["SQL", "PostgreSQL", "Search", "Stories", "WebText", "CNettle", "CSodium", grdb, grdbSQLite]),
        module(
            "Feeds",
            [
                freshet, "WebText", "ArticleExtraction", "FreshetHTTP", "Search", "FeedStore", "CNettle",
                argumentParser, httpTypes,
            ]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        module("Catalog", ["Feeds"] + upstreamModules),
        // Feeds in the formats that feed readers read.
        module("Syndication", ["WebText", "Feeds"]),
        module("ImportExport", ["Search", "FeedStore", "Feeds", "WebFeeds"]),
        module("SampleUpstreams", ["WebText", httpTypes, hummingbirdCore, logging, nioCore, nioPosix]),
        // The parts of the C library's allocator that Glibc doesn't export.
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
        // Verifies the signatures of OpenID providers.
        .systemLibrary(name: "CHogweed", pkgConfig: "hogweed", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The APIs of reader apps.
        module("ReaderApps", ["WebText", freshet, "FeedStore", "Feeds", "ImportExport", "Syndication", httpTypes]),
        .target(
            name: "FreshetServer",
            dependencies: [
                "CHogweed", "CMalloc", "CZlib", "Platform", freshet, "WebText", "FreshetHTTP", "Search", "FeedStore",
                "Feeds",
                "ImportExport", "Syndication", "ReaderApps", httpTypes, hummingbird, hummingbirdCore, logging, nioCore,
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"), serviceLifecycle,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: settings),
        .executableTarget(
            name: "FreshetCommand",
            dependencies: [
                "Platform", freshet, "WebText", "FreshetHTTP", "FreshetServer", "Search", "FeedStore", "Feeds",
                "Catalog", "ImportExport", "SampleUpstreams",
                argumentParser, httpTypes, logging, serviceLifecycle, tomlKit,
            ],
            swiftSettings: settings,
            // Nothing is loaded into the program: its 50,000 exported symbols are 5.5 MB and 0.6 ms at each start.
            linkerSettings: [
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"] + (icuData.map { [$0] } ?? []),
                    .when(platforms: [.linux], configuration: .release))
            ]),

        example("GitFeed"),
        example("OurPlanet"),
        example("News"),
        example("NewsCombine", [freshetCombine]),

        benchmark(
            "feed-benchmarks", in: "FeedBenchmarks",
            [freshet, "FreshetHTTP", "GitFeed", "OurPlanet", "News", "SampleUpstreams", harness, httpTypes]),
        benchmark("store-benchmarks", in: "StoreBenchmarks", ["FeedStore", "Search", harness]),
        // Measured beside feedparser by Scripts/benchmark-web-feeds.py.
        benchmark("web-feed-parsing", in: "WebFeedParsing", ["WebFeeds"]),
        // Scored by a set of items with the story that each tells.
        benchmark("story-benchmarks", in: "StoryBenchmarks", ["Stories"]),
        // What the page is measured beside.
        benchmark("bare-server", in: "BareServer", [hummingbird, logging, nioCore]),

        .target(
            name: "FuzzTargets",
            dependencies: [
                "Platform", freshet, "WebText", "FreshetHTTP", "Search", "FeedStore", "Feeds", "Catalog",
                "ImportExport",
                "SampleUpstreams", "FreshetServer", httpTypes,
            ] + upstreamModules,
            path: "Tests/FuzzTargets", swiftSettings: settings),
        tests("FuzzTargets", ["SampleUpstreams", "TestSupport"]),
        .target(
            name: "UpstreamTestSupport", dependencies: [freshet, "FreshetHTTP", "SampleUpstreams", "Feeds", "Catalog"],
            path: "Tests/UpstreamTestSupport", swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: settings),
        tests("WebText"),
        tests("ArticleExtraction", ["WebText"]),
        tests(
            "FreshetHTTP", ["WebText", freshet, freshetTest, "SampleUpstreams", "TestSupport", httpTypes, nioCore]),
        tests("GitFeed", [freshet, "Feeds", "FreshetHTTP", "SampleUpstreams", "UpstreamTestSupport"]),
        tests("OurPlanet", [freshet, "FreshetHTTP", "SampleUpstreams", "UpstreamTestSupport"]),
        tests("News", [freshet, freshetCombine, "FreshetHTTP", "SampleUpstreams", "UpstreamTestSupport"]),
        tests(
            "Earthquakes",
            [
                freshet, "FreshetHTTP", "Search", "FeedStore", "Feeds", "Catalog", "SampleUpstreams",
                "UpstreamTestSupport",
            ]),
        tests("WebFeeds", ["WebText"]),
        tests("Search", ["Tokenizer", "TestSupport"]),
        tests("Stories"),
        tests("PostgreSQL", ["SQL", "TestSupport"]),
        tests("FeedStore", [grdb, "SQL", "PostgreSQL", "Search", "TestSupport"]),
        tests(
            "Feeds",
            upstreamModules + [
                freshet, freshetTest, "FreshetHTTP", "Search", "FeedStore", "Catalog", "SampleUpstreams", "TestSupport",
                "UpstreamTestSupport", httpTypes,
            ]),
        tests("Catalog", ["WebText", "Search", "FeedStore", "Feeds"]),
        tests("Syndication", ["Feeds", "FeedStore"]),
        tests(
            "ReaderApps",
            ["Syndication", "FeedStore", "Feeds", "Catalog", "SampleUpstreams", "FreshetHTTP", freshet, httpTypes]),
        tests("ImportExport", ["Search", "FeedStore", "Feeds", "Catalog", "FreshetHTTP", freshet, httpTypes]),
        tests("SampleUpstreams", [freshet, "FreshetHTTP", "TestSupport"]),
        tests(
            "FreshetCommand",
            [
                "WebText", "Search", "SQL", "PostgreSQL", "FeedStore", "Feeds", "Catalog", freshet, "FreshetHTTP",
                "SampleUpstreams", "TestSupport", "UpstreamTestSupport",
                argumentParser, grdb, httpTypes,
            ]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["GitFeedExample", "OurPlanetExample", "NewsExample", "NewsCombineExample"],
            swiftSettings: settings),
        tests(
            "FreshetServer",
            [
                freshet, freshetTest, "WebText", "FreshetHTTP", "Feeds", "Search", "FeedStore", "Catalog", "GitFeed",
                "OurPlanet", "News", "ReaderApps", "Syndication", "SampleUpstreams", "TestSupport",
                "UpstreamTestSupport", "WebFeeds",
                "CHogweed", "CMalloc", grdb, httpTypes,
                hummingbirdCore,
                logging, nioCore, nioPosix, serviceLifecycle, .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

if let fuzzer {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["Platform", "FuzzTargets", "SampleUpstreams"], path: "Fuzz",
            swiftSettings: settings,
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-sanitize=address", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "nostart-stop-gc", fuzzer,
                        "-lstdc++",
                    ])
            ]))
    package.products.append(.executable(name: "Fuzz", targets: ["Fuzz"]))
}
