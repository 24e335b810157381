/// What stands around every page's content.
struct Layout {
    let title: String
    /// The path of the page, by which the navigation tells where the reader is.
    let address: String
    let site: Site

    func document(_ content: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title)</title>\
        <link rel="stylesheet" href="\(Asset.address("page.css"))"></head><body>\(content)</body></html>
        """
    }
}
