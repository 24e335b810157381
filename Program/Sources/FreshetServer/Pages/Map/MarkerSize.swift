import Feeds
import Search
import WebText

/// The size of a mark on the map, by its item's measure.
struct MarkerSize {
    /// From 1 to 5.
    let step: Int

    /// Nil for measures that aren't compared on a map.
    init?(_ measure: Entry.Measure) {
        guard let value = measure.compared, let bounds = measure.quantity?.bounds else { return nil }
        step = 1 + bounds.count { value >= $0 }
    }
}

extension Quantity {
    /// Where the second to the fifth size begin; nil for what isn't on maps.
    fileprivate var bounds: [Double]? {
        switch self {
        case .magnitude: [2.5, 4.5, 6, 7]
        case .acres: [500, 5_000, 25_000, 100_000]
        case .points: nil
        }
    }

    /// What the sizes of marks say, and how the items that have the most of it are called.
    var onMap: (size: HTML, most: HTML)? {
        switch self {
        case .magnitude: ("Size: magnitude", "Strongest")
        case .acres: ("Size: area", "Largest")
        case .points: nil
        }
    }
}
