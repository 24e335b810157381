/// What this is, and its keys.
struct HelpPage: Sendable {
    let site: Site

    var html: HTML {
        Layout(title: "Help", address: "/help", site: site).document("<main id=\"main\"><h1>Help</h1></main>")
    }
}
