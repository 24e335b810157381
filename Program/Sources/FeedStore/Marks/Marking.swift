/// The outcome of marking a selection of items.
package struct Marking: Sendable, Hashable {
    /// The items that changed, in the order of the selection, without those that rules hide.
    package var items: [ItemKey]
    /// The number that undoes it; nil if nothing changed.
    package var number: Int64?

    /// An outcome; by default that of marking nothing.
    package init(items: [ItemKey] = [], number: Int64? = nil) {
        self.items = items
        self.number = number
    }
}
