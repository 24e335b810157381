import Platform

/// An earthquake, or another seismic event such as a quarry blast.
///
/// The encoded form is stored.
package struct Earthquake: Sendable, Hashable, Codable, Identifiable {
    /// The id under which it was first seen. The upstream's preferred id may change later.
    package internal(set) var id: String
    /// All ids of the event, the upstream's preferred one first.
    package internal(set) var ids: [String]
    /// The title: `M 5.2 - Kermadec Islands, New Zealand`.
    package let title: String
    /// The place in words.
    package let place: String?
    /// The type: `earthquake`, `quarry blast`, `explosion`, ….
    package let type: String
    /// When it happened.
    package let date: Date
    /// When the upstream last updated it.
    package let updated: Date
    /// The magnitude, which is negative for the weakest earthquakes.
    package let magnitude: Double?
    /// The scale of the magnitude: `mb`, `ml`, `mww`, ….
    package let magnitudeType: String?
    /// The longitude in degrees.
    package let longitude: Double?
    /// The latitude in degrees.
    package let latitude: Double?
    /// The depth in kilometers.
    package let depth: Double?
    /// The web page.
    package let url: URL?
    /// Whether it was large and in an oceanic region, which doesn't mean that there was a tsunami.
    package let mayHaveTsunami: Bool
    /// The estimated impact: `green`, `yellow`, `orange` or `red`.
    package let alert: String?
    /// The number of felt reports.
    package let felt: Int?
    /// The significance, from 0 to 1000 and above.
    package let significance: Int?
    /// `automatic` or `reviewed`.
    package let status: String?
    /// Whether the list that had it no longer does: the event was deleted, or revised to below the list's magnitude.
    package internal(set) var isWithdrawn: Bool?
}
