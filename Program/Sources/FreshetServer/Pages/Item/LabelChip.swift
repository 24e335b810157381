import FeedStore
import Search
import WebText

/// A label of an item, which leads to the items with it.
struct LabelChip {
    let name: String

    /// The path of the page that lists the items with a label.
    static func address(_ name: String) -> String {
        // A written dot could begin a format.
        "/label/" + name.percentEncoded.replacing(".", with: "%2E")
    }

    var html: HTML { "<a class=\"label\" href=\"\(Self.address(name))\">\(SafeText(name).html)</a>" }
}
