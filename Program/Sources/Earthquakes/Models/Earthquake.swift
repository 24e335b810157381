#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An earthquake, or something else that shook the ground, such as a quarry blast.
///
/// Its coded form is kept on disk.
public struct Earthquake: Sendable, Hashable, Codable, Identifiable {
    /// The id under which it was first seen. The upstream's preferred id may change later.
    public internal(set) var id: String
    /// All ids of the same event, the upstream's preferred one first.
    public internal(set) var ids: [String]
    /// The headline: `M 5.2 - Kermadec Islands, New Zealand`.
    public let title: String
    /// Where it was, in words.
    public let place: String?
    /// What it was: `earthquake`, `quarry blast`, `explosion`, ….
    public let type: String
    /// When it happened.
    public let date: Date
    /// When the upstream last changed it.
    public let updated: Date
    /// The magnitude; below 0 for the weakest.
    public let magnitude: Double?
    /// The scale of the magnitude: `mb`, `ml`, `mww`, ….
    public let magnitudeType: String?
    /// Degrees east.
    public let longitude: Double?
    /// Degrees north.
    public let latitude: Double?
    /// Kilometers below the surface.
    public let depth: Double?
    /// The page for people.
    public let url: URL?
    /// Whether it was large and in an oceanic region. It doesn't say that there was a tsunami.
    public let mayHaveTsunami: Bool
    /// How bad it may be: `green`, `yellow`, `orange` or `red`.
    public let alert: String?
    /// The number of people who reported that they felt it.
    public let felt: Int?
    /// How significant it is, from 0 to 1000 and above.
    public let significance: Int?
    /// `automatic` or `reviewed`.
    public let status: String?
}
