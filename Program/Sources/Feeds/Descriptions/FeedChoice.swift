/// A choice among feeds that differ in one thing, such as the period.
public struct FeedChoice: Sendable {
    /// What they differ in: "Period".
    public let name: String
    /// The feeds, with what is chosen as their names.
    public let links: [MenuLink]

    /// A choice among feeds.
    public init(_ name: String, _ links: [MenuLink]) {
        self.name = name
        self.links = links
    }
}
