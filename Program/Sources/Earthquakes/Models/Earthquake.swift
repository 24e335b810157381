public import Platform

/// An earthquake, or another seismic event such as a quarry blast.
///
/// The encoded form is stored.
public struct Earthquake: Sendable, Hashable, Codable, Identifiable {
    /// The id under which it was first seen. The upstream's preferred id may change later.
    public internal(set) var id: String
    /// All ids of the event, the upstream's preferred one first.
    public internal(set) var ids: [String]
    /// The title: `M 5.2 - Kermadec Islands, New Zealand`.
    public let title: String
    /// The place in words.
    public let place: String?
    /// The type: `earthquake`, `quarry blast`, `explosion`, ….
    public let type: String
    /// When it happened.
    public let date: Date
    /// When the upstream last updated it.
    public let updated: Date
    /// The magnitude, which is negative for the weakest earthquakes.
    public let magnitude: Double?
    /// The scale of the magnitude: `mb`, `ml`, `mww`, ….
    public let magnitudeType: String?
    /// The longitude in degrees.
    public let longitude: Double?
    /// The latitude in degrees.
    public let latitude: Double?
    /// The depth in kilometers.
    public let depth: Double?
    /// The web page.
    public let url: URL?
    /// Whether it was large and in an oceanic region, which doesn't mean that there was a tsunami.
    public let mayHaveTsunami: Bool
    /// The estimated impact: `green`, `yellow`, `orange` or `red`.
    public let alert: String?
    /// The number of felt reports.
    public let felt: Int?
    /// The significance, from 0 to 1000 and above.
    public let significance: Int?
    /// `automatic` or `reviewed`.
    public let status: String?
    /// Whether the list that had it no longer does: the event was deleted, or revised to below the list's magnitude.
    public internal(set) var isWithdrawn: Bool?
}
