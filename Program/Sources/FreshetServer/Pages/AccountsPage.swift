import FeedStore
import Platform
import WebText

/// The accounts, with a form for each, and the open invitations: for administrators.
struct AccountsPage: Sendable {
    /// The outcome of the last change.
    enum Outcome: Sendable {
        case none
        case notice(String)
        /// A new link, which isn't shown again, and when it expires.
        case link(String, String, Date)
        /// The reason why the form of an account, or the form with that field, was refused.
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
    let site: PageContext

    var html: HTML {
        let count = accounts.count == 1 ? "1 account" : "\(accounts.count) accounts"
        return Layout(title: "Accounts", address: "/account", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Accounts", status: "<p class=\"summary\">\(count). Each has its own follows, marks and rules.</p>").html)
            \(message)\(groups.map(\.html))</main>
            """)
    }

    private var groups: [PageGroup] {
        let people = PageGroup(
            id: "accounts", title: "People",
            entries: [GroupList(labelledBy: "accounts", rows: accounts.map(row)).html].compactMap(\.self)
                + (own.hasPassword ? [] : [Self.closed]))
        return own.hasPassword ? [people, invitationGroup, addition] : [people]
    }

    private static let closed = GroupEntry(
        content:
            "<p class=\"fine\">To add or invite others, set your own password first, on the page <a href=\"/account\">Account</a>.</p>"
    ).html

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

    private func row(_ account: Account) -> GroupList.Row {
        var facts: [HTML] = [account.isAdministrator ? "Administrator" : "Member"]
        if account.id == own.id { facts.append("You") }
        if account.isDisabled { facts.append("<b class=\"bad\">Disabled</b>") }
        if !account.hasPassword { facts.append("No password") }
        // The reader's own account is in use.
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
        return GroupList.Row(
            name: name.html, facts: facts.joined(separator: " · "),
            details: GroupDetails(
                button: "Manage", label: "Manage \(name.text)", isOpen: refusal != nil,
                form: """
                    <form class="stacked-form" method="post" action="/accounts">\(Hidden("account", String(account.id)).html)\(refusal)\
                    \(fields(account))<div class="form-buttons"><button class="button strong" name="do" value="save">Save</button>\
                    \(account.id == own.id ? nil : others(account))</div></form>
                    """))
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

    /// A checkbox, with a hidden field for its empty state.
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
            : DangerButton(
                path: "/accounts", title: "Remove \(SafeText(account.name, atMost: 100).html)", name: "do",
                value: "remove"
            ).html
        return [reset, remove].compactMap(\.self).joined(separator: "")
    }

    // MARK: More accounts

    private var invitationGroup: PageGroup {
        let form = GroupEntry(
            content: """
                <form class="stacked-form" method="post" action="/accounts" aria-labelledby="invite-title">\
                \(field("invited", "name", "Name", typedName(in: "invited"), isRequired: false))\
                <label for="account-days">Valid for</label><div class="field"><select id="account-days" name="days" autocomplete="off">\(days)</select></div>\
                <label class="check"><input type="checkbox" name="administrator" value="1" autocomplete="off"> Administrator</label>\
                <button class="button strong" name="do" value="invite">Make an invitation</button></form>
                """)
        let open = GroupList(labelledBy: "invitations-title", rows: openInvitations).html.map { list in
            "\(GroupEntry(id: "invitations-title", title: "Open invitations", content: "").html)\(list)" as HTML
        }
        return PageGroup(
            id: "invite-title", title: "Invite someone",
            note: "They open the link and choose their name and password. You can suggest a name.",
            entries: [form.html, open].compactMap(\.self))
    }

    private var addition: PageGroup {
        let isRefused =
            switch outcome {
            case .refused("name", nil, _), .refused("password", nil, _): true
            default: false
            }
        return PageGroup(
            id: "people-title", title: "Add an account", note: "You choose the name and the first password.",
            entries: [
                GroupEntry(
                    content: GroupDetails(
                        button: "Add an account", isStrong: true, isOpen: isRefused,
                        form: """
                            <form class="stacked-form" method="post" action="/accounts" aria-labelledby="people-title">\
                            \(field("name", "name", "Name", typedName(in: "name")))\
                            \(field("password", "password", "Password", type: "password", complete: "new-password", hint: "At least \(PasswordHash.shortest) characters. They can change it."))\
                            <label class="check"><input type="checkbox" name="administrator" value="1" autocomplete="off"> Administrator</label>\
                            <button class="button strong" name="do" value="add">Add account</button></form>
                            """
                    ).html
                ).html
            ])
    }

    private var days: [HTML] {
        [1, 3, AccountLink.invitationDays, 30].map { days in
            "<option value=\"\(days)\"\(days == AccountLink.invitationDays ? " selected" : nil)>\(days == 1 ? "1 day" : "\(days) days")</option>"
        }
    }

    private var openInvitations: [GroupList.Row] {
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        return invitations.map { invitation in
            let name = invitation.shownName
            return GroupList.Row(
                name: SafeText(name, atMost: 100).html,
                facts: """
                    \(invitation.isAdministrator ? "Administrator" : "Member") · By \(SafeText(names[invitation.account] ?? "", atMost: 100).html) · \
                    Valid until \(Instant(invitation.expiresAt).html(.clock, site.now))
                    """,
                buttons: """
                    <form method="post" action="/accounts">\(Hidden("invitation", String(invitation.id)).html)\
                    \(DangerButton(path: "/accounts", title: "Revoke", label: "Revoke \(name)", name: "do", value: "revoke").html)</form>
                    """)
        }
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

extension Invitation {
    /// The suggested name, or words in its place.
    var shownName: String { name ?? "Invitation \(id)" }
}
