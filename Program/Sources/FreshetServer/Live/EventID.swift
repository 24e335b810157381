/// The id of a server-sent event: the run of a live feed, and the number of the frame that the event brought.
struct EventID: Sendable, Hashable, LosslessStringConvertible {
    /// The run of the live feed; a new one begins each time it is connected.
    let epoch: String
    /// The number of the frame.
    let number: Int

    init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads `EPOCH-N`.
    init?(_ text: String) {
        guard let hyphen = text.lastIndex(of: "-"), let number = Int(text[text.index(after: hyphen)...]) else {
            return nil
        }
        self.init(epoch: String(text[..<hyphen]), number: number)
    }

    var description: String { epoch + "-" + String(number) }
}
