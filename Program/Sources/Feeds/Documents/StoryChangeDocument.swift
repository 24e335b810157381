import FeedStore

/// The undo of a change of stories, for programs.
package struct StoryChangeDocument: JSONDocument {
    /// The value of `undo` in a request, and the argument of `freshet stories undo`. Null if nothing changed.
    @OrNull private var undo: String?

    /// The undo of a change; nil if nothing changed.
    package init(_ change: StoryChange?) { undo = change?.text }
}
