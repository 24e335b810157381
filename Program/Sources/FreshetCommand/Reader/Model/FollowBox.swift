import Feeds

/// The box that asks for an address to follow.
struct FollowBox: Sendable {
    enum Step: Sendable {
        case typing
        case checking
        case choosing([FeedCandidate], Int)
        case failed(String)
    }

    var field: TextField
    var step = Step.typing

    var isTyping: Bool {
        switch step {
        case .typing, .failed: true
        case .checking, .choosing: false
        }
    }

    init(_ text: String = "") { field = TextField(text) }
}
