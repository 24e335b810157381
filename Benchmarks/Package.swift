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
        .package(path: "Harness"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    ],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AllocationCount", "Opaque",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Freshet", package: "freshet"),
                .product(name: "Harness", package: "Harness"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            path: "Sources/Benchmarks",
            swiftSettings: settings),
        .executableTarget(
            name: "linkage", dependencies: [.product(name: "Freshet", package: "freshet")], path: "Sources/Linkage",
            swiftSettings: settings),
        .target(name: "Opaque", swiftSettings: settings),
        .target(name: "AllocationCount"),
    ],
    swiftLanguageModes: [.v6]
)
