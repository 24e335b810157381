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

/// Stands in for Combine on platforms without it.
let openCombine: Target.Dependency = .product(
    name: "OpenCombine", package: "OpenCombine",
    condition: .when(platforms: [.linux, .windows, .android], traits: ["OpenCombine"]))

// The library alone. The program that is built on it is a package of its own, in Program.
let package = Package(
    name: "freshet",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Freshet", targets: ["Freshet"]),
        .library(name: "FreshetTest", targets: ["FreshetTest"]),
        .library(name: "FreshetFoundation", targets: ["FreshetFoundation"]),
        .library(name: "FreshetXCTest", targets: ["FreshetXCTest"]),
        .library(name: "FreshetCombine", targets: ["FreshetCombine"]),
    ],
    // A package that depends on this one with `traits: []` doesn't resolve OpenCombine.
    traits: [
        .trait(name: "OpenCombine", description: "FreshetCombine on platforms without Combine"),
        .default(enabledTraits: ["OpenCombine"]),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")
    ],
    targets: [
        .target(name: "CFreshetAtomics"),
        module("FreshetPlatform", ["CFreshetAtomics"]),
        module("Freshet", ["FreshetPlatform"]),
        module("FreshetTest", ["Freshet", "FreshetPlatform"]),
        module("FreshetFoundation", ["Freshet"]),
        module("FreshetXCTest", ["Freshet", "FreshetTest"]),
        module("FreshetCombine", ["Freshet", "FreshetPlatform", openCombine]),

        tests("Freshet", ["FreshetPlatform", "FreshetTest"]),
        tests("FreshetFoundation", ["Freshet", "FreshetTest"]),
        tests("FreshetXCTest", ["Freshet", "FreshetTest"]),
        tests("FreshetCombine", ["Freshet", "FreshetPlatform"]),
        .testTarget(
            name: "Swift5Tests", dependencies: ["Freshet", "FreshetFoundation", "FreshetTest"],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // The view layer of Swift5Tests again, as an app that Xcode creates is compiled.
        .testTarget(
            name: "MainActorTests", dependencies: ["Freshet", "FreshetFoundation"],
            swiftSettings: settings + [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
