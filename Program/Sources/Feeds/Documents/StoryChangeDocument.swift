public import FeedStore

/// What undoes a change of stories, for programs.
public struct StoryChangeDocument: JSONDocument {
    /// What takes the change back: the value of `undo` in a request, the argument of `freshet stories undo`. Null if nothing
    /// changed.
    @OrNull private var undo: String?

    /// What undoes the change; nil for none.
    public init(_ change: StoryChange?) { undo = change?.text }
}
