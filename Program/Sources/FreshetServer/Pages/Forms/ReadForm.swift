import Platform
import WebText

/// The button that marks every item of a list as read, except those that arrive after the page was made.
struct ReadForm {
    let target: MarkTarget
    /// The time by which the page's items were first seen. The page's script moves it on.
    let until: Date
    /// Where the reader returns: a local path.
    let destination: String

    var html: HTML {
        """
        <form class="read-all" method="post" action="/marks">\(target.fields)\(Hidden("until", String(until.milliseconds)).html)\
        \(Hidden("all", "true").html)\(Hidden("mark", "read").html)\(Hidden("return", destination).html)\
        <button class="button quiet" title="Mark all as read (Shift+A)">\(Icon.read.html)<span class="words">Mark all as read</span></button></form>
        """
    }
}
