import WebText

/// A ``Question`` where no script shows it in a dialog, with the form that does what it asks for.
struct QuestionPage: Sendable {
    let question: Question
    /// The form that was sent.
    let form: Form
    /// The path to which it was sent, which is also the page that it was sent from.
    let path: String
    let site: Site

    var html: HTML {
        let fields: [HTML] = form.pairs.map { Hidden($0.name, $0.value).html }
        return Layout(title: question.title, address: path, site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: SafeText(question.title, atMost: 300).html).html)
            <p class="lede">\(SafeText(question.consequence, atMost: 1000).html)</p>
            <form method="post" action="\(path)">\(fields)<div class="form-buttons"><a class="button" href="\(path)">Cancel</a> \
            <button class="button danger strong">\(question.action)</button></div></form></main>
            """)
    }
}
