import HTTPTypes
import Testing

@testable import FreshetServer

@Suite("Preferences") struct PreferencesTests {
    @Test(
        "come from a cookie; unknown values are ignored",
        arguments: [
            ("density=compact", Preferences.Density.compact), ("a=b; density=compact; c=d", .compact),
            ("density=comfortable", .comfortable), ("density=tiny", .comfortable), ("density", .comfortable),
            ("xdensity=compact", .comfortable), ("", .comfortable),
        ])
    func cookie(text: String, density: Preferences.Density) {
        #expect(Preferences([.cookie: text]).density == density)
    }

    @Test("are read back from the cookie that keeps them")
    func roundTrip() throws {
        var preferences = Preferences()
        preferences.density = .compact
        let pair = try #require(preferences.cookieHeader.split(separator: ";").first)
        #expect(Preferences([.cookie: String(pair)]) == preferences)
    }
}
