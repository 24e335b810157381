/// Programming languages that menus offer; any other can be typed.
enum Language {
    private static let names = [
        "swift": "Swift", "rust": "Rust", "typescript": "TypeScript", "python": "Python", "go": "Go", "c++": "C++",
        "java": "Java", "kotlin": "Kotlin", "ruby": "Ruby", "zig": "Zig",
    ]

    /// The ids of those that are offered.
    static let offered = ["swift", "rust", "go", "typescript", "python", "c++", "java", "kotlin", "ruby", "zig"]

    /// The name for people.
    static func name(of id: String) -> String { names[id] ?? id }
}
