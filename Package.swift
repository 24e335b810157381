// swift-tools-version: 6.2
import PackageDescription

/// Every target is built with these, on top of the Swift 6 language mode.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .treatAllWarnings(as: .error),  // SE-0443; holds for this package, not for those who depend on it
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: module + "Tests", dependencies: [.init(stringLiteral: module)] + dependencies, swiftSettings: settings)
}

/// A program of one file that a newcomer reads, built with everything so that it stays right.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name + "Example",
        dependencies: [
            "Freshet", "FreshetHTTP", "SampleUpstreams", .product(name: "HTTPTypes", package: "swift-http-types"),
        ] + dependencies,
        path: "Examples/" + name, swiftSettings: settings)
}

/// What stands in for Combine where Apple's is not.
let openCombine: Target.Dependency = .product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux, .windows, .android]))

let package = Package(
    name: "freshet",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Freshet", targets: ["Freshet"]),
        .library(name: "FreshetTest", targets: ["FreshetTest"]),
        .library(name: "FreshetFoundation", targets: ["FreshetFoundation"]),
        .library(name: "FreshetXCTest", targets: ["FreshetXCTest"]),
        .library(name: "FreshetCombine", targets: ["FreshetCombine"]),
        .library(name: "FreshetHTTP", targets: ["FreshetHTTP"]),
        .library(name: "Feeds", targets: ["Feeds", "GitFeed", "OurPlanet", "News", "FeedStore"]),
        .library(name: "SampleUpstreams", targets: ["SampleUpstreams"]),
        .executable(name: "freshet", targets: ["FreshetCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        module("Freshet"),
        module("FreshetTest", ["Freshet"]),
        module("FreshetFoundation", ["Freshet"]),
        module("FreshetXCTest", ["Freshet", "FreshetTest"]),
        module("FreshetCombine", ["Freshet", openCombine]),
        module(
            "FreshetHTTP",
            [
                "Freshet",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        module("GitFeed", ["Freshet", "FreshetHTTP", .product(name: "HTTPTypes", package: "swift-http-types")]),
        module("OurPlanet", ["Freshet", "FreshetHTTP", .product(name: "HTTPTypes", package: "swift-http-types")]),
        module("News", ["Freshet", "FreshetHTTP", .product(name: "HTTPTypes", package: "swift-http-types")]),
        module("FeedStore", [.product(name: "GRDB", package: "GRDB.swift")]),
        module(
            "Feeds",
            [
                "Freshet", "FreshetHTTP", "GitFeed", "OurPlanet", "News", "FeedStore",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        module(
            "SampleUpstreams",
            [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "FreshetServer",
            dependencies: [
                "CZlib", "Freshet", "FreshetHTTP", "GitFeed", "OurPlanet", "News", "FeedStore", "Feeds",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: settings),
        .executableTarget(
            name: "FreshetCommand",
            dependencies: [
                "Freshet", "FreshetHTTP", "FreshetServer", "GitFeed", "OurPlanet", "News", "FeedStore", "Feeds",
                "SampleUpstreams",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),

        example("GitFeed"),
        example("OurPlanet"),
        example("News"),
        example("NewsCombine", ["FreshetCombine"]),

        .target(
            name: "UpstreamBench", dependencies: ["Freshet", "FreshetHTTP", "SampleUpstreams"],
            path: "Tests/UpstreamBench", swiftSettings: settings),
        tests("Freshet", ["FreshetTest"]),
        tests("FreshetFoundation", ["Freshet", "FreshetTest"]),
        tests("FreshetXCTest", ["Freshet", "FreshetTest"]),
        tests("FreshetCombine", ["Freshet", "News", "SampleUpstreams", "UpstreamBench"]),
        .testTarget(
            name: "Swift5Tests", dependencies: ["Freshet", "FreshetFoundation", "FreshetTest"],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        tests(
            "FreshetHTTP",
            ["Freshet", "FreshetTest", "SampleUpstreams", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests("GitFeed", ["Freshet", "FreshetHTTP", "SampleUpstreams", "UpstreamBench"]),
        tests("OurPlanet", ["Freshet", "FreshetHTTP", "SampleUpstreams", "UpstreamBench"]),
        tests("News", ["Freshet", "FreshetHTTP", "SampleUpstreams", "UpstreamBench"]),
        tests("FeedStore", [.product(name: "GRDB", package: "GRDB.swift")]),
        tests(
            "Feeds",
            [
                "Freshet", "FreshetTest", "FreshetHTTP", "GitFeed", "OurPlanet", "News", "FeedStore", "SampleUpstreams",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        tests("SampleUpstreams", ["Freshet", "FreshetHTTP"]),
        tests(
            "FreshetCommand",
            [
                "FeedStore", "Freshet", "FreshetHTTP", "SampleUpstreams",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["GitFeedExample", "OurPlanetExample", "NewsExample", "NewsCombineExample"],
            swiftSettings: settings),
        tests(
            "FreshetServer",
            [
                "Freshet", "FreshetHTTP", "GitFeed", "OurPlanet", "News", "Feeds", "FeedStore", "SampleUpstreams",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
