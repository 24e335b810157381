import Feeds
import WebText

/// The title of an entry, with what is emphasized in it, and code.
struct EntryTitle {
    let entry: Entry

    /// A single run is set apart from text of another direction by itself; the caller does that for several.
    var html: HTML {
        let runs: [HTML] = entry.title.map { run in
            let text = SafeText(run.text)
            if run.isEmphasized { return "<strong>\(text.html)</strong>" }
            if run.isCode { return "<code>\(text.text)</code>" }
            return entry.title.count == 1 ? text.html : "\(text.text)"
        }
        return "\(runs)"
    }
}
