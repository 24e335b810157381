import HTTPTypes

/// A reader's display preferences, stored in a cookie.
struct Preferences: Sendable, Hashable {
    /// How close together rows stand.
    enum Density: String, Sendable, Hashable, CaseIterable {
        case comfortable, compact
    }

    var density = Density.comfortable

    init() {}

    /// Reads the cookies of a request; unknown values are ignored.
    init(_ headers: HTTPFields) {
        for pair in headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == Self.cookie, let density = Density(rawValue: String(parts[1])) else {
                continue
            }
            self.density = density
        }
    }

    /// The value of `Set-Cookie` that keeps the preferences for a year.
    var cookieHeader: String { "\(Self.cookie)=\(density.rawValue); Path=/; SameSite=Lax; Max-Age=31536000" }

    // The page's script writes the same cookie.
    private static let cookie = "density"
}
