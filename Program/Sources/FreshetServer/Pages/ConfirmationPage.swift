import WebText

/// The page on which the owner of an email address confirms that notifications may be sent to it.
struct ConfirmationPage: Sendable {
    let address: String
    /// The page's own address, with the secret.
    let path: String
    let isConfirmed: Bool
    let site: Site

    var html: HTML {
        Layout(title: "Notifications", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Notifications</h1>\(isConfirmed ? done : question)</main>
            """)
    }

    private var shown: HTML { SafeText(address, atMost: 300).html }

    private var done: HTML { "<p>Notifications are sent to <b>\(shown)</b> from now on.</p>" }

    private var question: HTML {
        """
        <p>A user of this server wants to send notifications to <b>\(shown)</b>.</p>
        <form class="login" method="post" action="\(path)"><button class="button strong">Allow notifications</button></form>
        <p class="fine">If you don't expect this, close the page: nothing is sent.</p>
        """
    }
}
