import FeedStore
import Platform
import WebText

/// The accounts, with a form for each, and the open invitations: for administrators.
struct AccountsPage: Sendable {
    /// What the last change led to.
    enum Outcome: Sendable {
        case none
        case notice(String)
        /// A new link, which isn't shown again, and when it expires.
        case link(String, String, Date)
        /// The reason why a form was refused: that of an account, or the one with that field.
        case refused(field: String?, account: Account.ID?, String)
    }

    /// The account of the administrator who asks.
    let own: Account
    let accounts: [Account]
    let invitations: [Invitation]
    let usage: [Account.ID: AccountUsage]
    /// The name in the form that was refused.
    var typed = ""
    var outcome = Outcome.none
    let site: Site

    var html: HTML {
        let count = accounts.count == 1 ? "1 account" : "\(accounts.count) accounts"
        return Layout(title: "Accounts", address: "/account", site: site).document(
            """
            <main id="main" class="feed listing">\(PageBar(title: "Accounts", status: "<p class=\"summary\">\(count). Each has its own follows, marks and rules.</p>").html)
            <div class="list">\(message)\(list)\(own.hasPassword ? additions : "<p class=\"fine\">To add or invite others, set your own password first, on the page <a href=\"/account\">Account</a>.</p>")</div></main>
            """)
    }

    private var message: HTML? {
        switch outcome {
        case .notice(let text): "<p class=\"matches\" role=\"status\">\(SafeText(text, atMost: 400).html)</p>"
        case .link(let what, let address, let expiry):
            """
            <p class="matches link-made" role="status">\(SafeText(what, atMost: 100).html): <code id="link">\(address)</code> \
            Copy it now: it isn't shown again. It works once, until \(Instant(expiry).html(.clock, site.now)).</p>
            """
        case .refused(nil, nil, let reason):
            "<p class=\"wrong\" role=\"alert\">\(SafeText(reason, atMost: 400).html)</p>"
        case .none, .refused: nil
        }
    }

    private var list: HTML {
        "<ul class=\"rules sinks accounts\" aria-label=\"Accounts\">\(accounts.map(row))</ul>"
    }

    private func row(_ account: Account) -> HTML {
        var facts: [HTML] = [account.isAdministrator ? "Administrator" : "Member"]
        if account.id == own.id { facts.append("You") }
        if account.isDisabled { facts.append("<b class=\"bad\">Disabled</b>") }
        if !account.hasPassword { facts.append("No password") }
        // The reader's own is in use now, however they signed in.
        if account.id != own.id {
            facts.append(account.usedAt.map { "Used \(Instant($0).html(.ago, site.now))" } ?? "Never used")
        }
        let usage = usage[account.id] ?? AccountUsage()
        facts += ["Follows \(usage.follows)", "\(usage.saved) saved", "\(usage.marks) marked"]
        if usage.bytes > 0 {
            facts.append(
                "<span title=\"Estimate: its marks, and the contents of items that nobody else keeps\">\(usage.size)</span>"
            )
        }
        var refusal: HTML?
        if case .refused(_, account.id, let reason) = outcome {
            refusal = "<p class=\"wrong\" role=\"alert\">\(SafeText(reason, atMost: 400).html)</p>"
        }
        let name = SafeText(account.name, atMost: 100)
        return """
            <li><div><b>\(name.html)</b> <span class="why">\(facts.joined(separator: " · "))</span></div>\
            <details\(refusal == nil ? nil : " open")><summary class="button quiet" aria-label="Manage \(name.text)">Manage</summary>\
            <form class="new-sink" method="post" action="/accounts">\(Hidden("account", String(account.id)).html)\(refusal)\
            \(fields(account))<div class="account-buttons"><button class="button" name="do" value="save">Save</button>\
            \(account.id == own.id ? nil : others(account))</div></form></details></li>
            """
    }

    private func fields(_ account: Account) -> HTML {
        let id = "account-\(account.id)"
        let name: HTML = """
            <label for="\(id)-name">Name</label><div class="field"><input id="\(id)-name" name="name" value="\(account.name)" required \
            autocomplete="off" autocapitalize="none" spellcheck="false"></div>\
            <p class="fine">Apps that send the name need the new one.</p>
            """
        if account.id == Account.first || account.id == own.id { return name }
        return """
            \(name)\(check("administrator", "Administrator", account.isAdministrator))\
            \(check("disabled", "Disabled", account.isDisabled))\
            <p class="fine">A disabled account can't sign in, and nothing is fetched or sent for it. Everything that it has is kept.</p>
            """
    }

    /// A checkbox, with a field that says no where it is empty.
    private func check(_ name: String, _ label: HTML, _ isSet: Bool) -> HTML {
        """
        \(Hidden(name, "0").html)<label class="check"><input type="checkbox" name="\(name)" value="1" autocomplete="off"\(isSet ? " checked" : nil)> \(label)</label>
        """
    }

    private func others(_ account: Account) -> HTML {
        let reset: HTML? =
            account.isDisabled
            ? nil : "<button class=\"button quiet\" name=\"do\" value=\"reset\">Make a password link</button>"
        let remove: HTML? =
            account.id == Account.first
            ? nil
            : """
            <details><summary class="button quiet">Remove</summary><p class="fine">Removes everything that \(SafeText(account.name, atMost: 100).html) follows, marked and saved.</p>\
            <button class="button" name="do" value="remove">Remove \(SafeText(account.name, atMost: 100).html)</button></details>
            """
        return [reset, remove].compactMap(\.self).joined(separator: "")
    }

    // MARK: More accounts

    private var additions: HTML {
        """
        <h2 id="invite-title">Invite someone</h2><p class="fine">They open the link and choose their name and password. You can suggest a name.</p>\
        <form class="new-sink" method="post" action="/accounts" aria-labelledby="invite-title">\
        \(field("invited", "name", "Name", typedName(in: "invited"), isRequired: false))\
        <label for="account-days">Valid for</label><div class="field"><select id="account-days" name="days" autocomplete="off">\(days)</select></div>\
        <label class="check"><input type="checkbox" name="administrator" value="1" autocomplete="off"> Administrator</label>\
        <button class="button" name="do" value="invite">Make an invitation</button></form>\(open)\
        <h2 id="people-title">Add an account</h2><form class="new-sink" method="post" action="/accounts" aria-labelledby="people-title">\
        \(field("name", "name", "Name", typedName(in: "name")))\
        \(field("password", "password", "Password", type: "password", complete: "new-password", hint: "At least \(PasswordHash.shortest) characters. They can change it."))\
        <label class="check"><input type="checkbox" name="administrator" value="1" autocomplete="off"> Administrator</label>\
        <button class="button" name="do" value="add">Add account</button></form>
        """
    }

    private var days: [HTML] {
        [1, 3, AccountLink.invitationDays, 30].map { days in
            "<option value=\"\(days)\"\(days == AccountLink.invitationDays ? " selected" : nil)>\(days == 1 ? "1 day" : "\(days) days")</option>"
        }
    }

    private var open: HTML? {
        if invitations.isEmpty { return nil }
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        let items: [HTML] = invitations.map { invitation in
            let name = invitation.name ?? "Invitation \(invitation.id)"
            return """
                <li><div><b>\(SafeText(name, atMost: 100).html)</b> <span class="why">\(invitation.isAdministrator ? "Administrator" : "Member") · \
                By \(SafeText(names[invitation.account] ?? "", atMost: 100).html) · Valid until \(Instant(invitation.expiresAt).html(.clock, site.now))</span></div>\
                <div class="sink-buttons"><form method="post" action="/accounts">\(Hidden("invitation", String(invitation.id)).html)\
                <button class="button quiet" name="do" value="revoke" aria-label="Revoke \(SafeText(name, atMost: 100).text)">Revoke</button></form></div></li>
                """
        }
        return """
            <h2 id="invitations-title">Open invitations</h2><ul class="rules sinks" aria-labelledby="invitations-title">\(items)</ul>
            """
    }

    private func typedName(in refused: String) -> String {
        if case .refused(let field, nil, _) = outcome, field == refused || (refused == "name" && field == "password") {
            return typed
        }
        return ""
    }

    private func field(
        _ id: String, _ name: String, _ label: HTML, _ value: String = "", type: String = "text",
        complete: String = "off", isRequired: Bool = true, hint: HTML? = nil
    ) -> HTML {
        var refusal: String?
        if case .refused(id, nil, let reason) = outcome { refusal = reason }
        let described: HTML? =
            refusal == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"account-\(id)-refusal\" autofocus"
        let note: HTML? =
            refusal.map {
                "<p id=\"account-\(id)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText($0, atMost: 400).html)</p>"
            } ?? hint.map { "<p class=\"fine\">\($0)</p>" }
        return """
            <label for="account-\(id)">\(label)</label><div class="field"><input id="account-\(id)" name="\(name)" type="\(type)" value="\(value)" \
            autocomplete="\(complete)" autocapitalize="none" spellcheck="false"\(isRequired ? " required" : nil)\(described)></div>\(note)
            """
    }
}
