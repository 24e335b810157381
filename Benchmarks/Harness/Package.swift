// swift-tools-version: 6.2
import PackageDescription

// The benchmark harness of the library and the program.
let package = Package(
    name: "harness",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Harness", targets: ["Harness"])],
    targets: [
        .target(
            name: "Harness",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
