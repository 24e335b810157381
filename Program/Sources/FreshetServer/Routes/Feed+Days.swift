import Feeds

extension Feed {
    /// Whether the page hides items by the days chosen; otherwise the server counts them anew.
    ///
    /// Items on a map have the dates by which they are hidden. Counts don't.
    var filtersDaysOnPage: Bool { controls.days != nil && controls.showsMap }
}
