/// The programming languages in menus; readers can type any other.
package enum Language {
    private static let names = [
        "swift": "Swift", "rust": "Rust", "typescript": "TypeScript", "python": "Python", "go": "Go", "c++": "C++",
        "java": "Java", "kotlin": "Kotlin", "ruby": "Ruby", "zig": "Zig",
    ]

    /// The ids of the languages in menus.
    package static let offered = [
        "swift", "rust", "go", "typescript", "python", "c++", "java", "kotlin", "ruby", "zig",
    ]

    /// The name for readers.
    static func name(of id: String) -> String { names[id] ?? id }
}
