/// One state of a channel; frames are numbered as they come.
struct Frame: Sendable {
    /// Larger than that of every earlier frame of the channel.
    let number: Int
    /// The state.
    let state: LiveState
    /// What pages shared when it came.
    let site: Site
}

/// The id of a server-sent event: which channel sent it, and which of its frames it brought.
struct EventID: Sendable, Hashable, LosslessStringConvertible {
    /// The channel: another one after it was let go and taken up again, or after the server was restarted.
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

extension [EventID] {
    /// Reads `EPOCH-N,EPOCH-N`, one for each channel that a client follows; what is none is passed over.
    init(reading text: String) { self = text.split(separator: ",").compactMap { EventID(String($0)) } }

    /// `EPOCH-N,EPOCH-N`
    var text: String { map(\.description).joined(separator: ",") }
}
