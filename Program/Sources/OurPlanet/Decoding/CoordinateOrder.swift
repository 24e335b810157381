/// The order of an event's coordinates.
///
/// GDACS' flood areas put latitude first (all sixty of them in September 2026), while everything else, including other areas, puts
/// longitude first. A latitude beyond ±90° proves the order; otherwise the category and the source decide.
struct CoordinateOrder {
    private let areasAreLatitudeFirst: Bool

    init(categories: [EventCategory], sources: [Source]) {
        areasAreLatitudeFirst = categories.contains { $0.id == "floods" } && sources.contains { $0.id == "GDACS" }
    }

    /// The shape with longitude first.
    func mended(_ shape: Shape) -> Shape {
        let positions = shape.positions
        let isWrongAsTold = positions.contains { abs($0.latitude) > 90 }
        let isWrongSwapped = positions.contains { abs($0.longitude) > 90 }
        switch (isWrongAsTold, isWrongSwapped) {
        case (true, false): return shape.swapped
        case (false, true), (true, true): return shape
        case (false, false):
            if case .polygon = shape, areasAreLatitudeFirst { return shape.swapped }
            return shape
        }
    }
}
