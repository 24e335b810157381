/// A choice among feeds that differ in one thing, such as the period.
package struct FeedChoice: Sendable {
    /// What they differ in: "Period".
    package let name: String
    /// The feeds, with what is chosen as their names.
    package let links: [MenuLink]

    /// A choice among feeds.
    package init(_ name: String, _ links: [MenuLink]) {
        self.name = name
        self.links = links
    }
}
