import Testing

@testable import FreshetServer

@Suite("The address of a feed") struct FeedAddressTests {
    @Test(
        "reads back what it writes",
        arguments: [
            ["github", "apple", "swift"], ["github", "trending", "swift"], ["github", "repositories"], ["planet"],
            ["planet", "wildfires"], ["news", "top"], ["news", "jobs"],
        ])
    func roundTrip(parts: [String]) { #expect(FeedAddress(parts)?.parts == parts) }

    @Test(
        "is nothing else",
        arguments: [
            [], ["github"], ["github", "apple"], ["github", "a", "b", "c"], ["github", "..", "x"],
            ["planet", "nothing"],
            ["news"], ["news", "worst"],
        ])
    func unknown(parts: [String]) { #expect(FeedAddress(parts) == nil) }
}
