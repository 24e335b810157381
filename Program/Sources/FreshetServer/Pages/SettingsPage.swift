import Feeds
import WebText

/// The settings of an account, for all its devices.
///
/// It works without JavaScript, by a button; with it, each choice applies when it is made.
struct SettingsPage: Sendable {
    let site: PageContext
    /// The content of the fields of a refused form; nil for the stored settings.
    var typed: AccountSettings?
    /// The values of the fields of a new service.
    var example: SendTemplate?

    private var shown: AccountSettings { typed ?? site.preferences }

    var html: HTML {
        let groups = AccountSetting.Group.allCases.filter { $0 != .sending && $0 != .keys }
        return Layout(title: "Settings", address: "/settings", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Settings").html)\
            <p class="fine">Your settings are stored with your account, so that all your devices have them.</p>\
            <form class="preferences" method="post" action="/settings">\(groups.map(section))\
            <p><button class="button strong plain">Save</button></p></form>\
            \(sending)\(keys)</main>
            """)
    }

    private func section(_ group: AccountSetting.Group) -> HTML {
        let fields = AccountSetting.all.filter { $0.group == group }.map(field)
        return PageGroup(id: "settings-" + group.rawValue.elementID, title: "\(group.rawValue)", entries: fields).html
    }

    private func field(_ preference: AccountSetting) -> HTML {
        let value = preference.value(shown)
        return switch preference.values {
        case .words(let words): choices(preference, words, value)
        case .flag:
            """
            <div class="preference"><label class="check">\(Hidden(preference.name, "false").html)\
            <input type="checkbox" name="\(preference.name)" value="true" autocomplete="off"\(value == "true" ? Self.checked : nil)\(describing(preference))> \
            \(preference.title)</label>\(hint(preference))</div>
            """
        case .start: start(preference, value)
        case .upstreams: upstreams(preference)
        case .sendTemplates: ""
        case .key: key(preference, value)
        }
    }

    private func choices(_ preference: AccountSetting, _ words: [AccountSetting.Word], _ value: String) -> HTML {
        let options: [HTML] = words.map { word in
            """
            <label><input type="radio" name="\(preference.name)" value="\(word.value)" autocomplete="off"\
            \(word.value == value ? Self.checked : nil)><span>\(word.title)</span></label>
            """
        }
        return """
            <fieldset class="preference"\(describing(preference))><legend>\(preference.title)</legend><div class="options">\(options)</div>\(hint(preference))</fieldset>
            """
    }

    private func start(_ preference: AccountSetting, _ value: String) -> HTML {
        var places = [("home", "Home"), ("unread", "Unread")]
        places += site.folders.map { (AccountSettings.Start.folder($0).rawValue, $0) }
        // A folder that has no feeds at present stays chosen.
        if case .folder(let path) = shown.start, !site.folders.contains(path) { places.append((value, path)) }
        let options: [HTML] = places.map { place, name in
            "<option value=\"\(place)\"\(place == value ? " selected" : nil as HTML?)>\(SafeText(name, atMost: 80).text)</option>"
        }
        return """
            <div class="preference"><label for="setting-\(preference.name)">\(preference.title)</label>\
            <select id="setting-\(preference.name)" name="\(preference.name)" autocomplete="off"\(describing(preference))>\(options)</select>\(hint(preference))</div>
            """
    }

    private func upstreams(_ preference: AccountSetting) -> HTML {
        let boxes: [HTML] = site.upstreams.filter { !$0.menu.isEmpty }.map { upstream in
            """
            <label class="check"><input type="checkbox" name="\(preference.name)" value="\(upstream.id)" autocomplete="off"\
            \(shown.hiddenUpstreams.contains(upstream.id) ? Self.checked : nil)> \(upstream.section)</label>
            """
        }
        return """
            <fieldset class="preference"\(describing(preference))><legend>\(preference.title)</legend>\(Hidden(preference.name, "").html)\
            <div class="boxes">\(boxes)</div>\(hint(preference))</fieldset>
            """
    }

    private func key(_ preference: AccountSetting, _ value: String) -> HTML {
        let id = "setting-" + preference.name
        let refusal = FieldRefusal(id, site)
        let title = preference.title.prefix(1).uppercased() + preference.title.dropFirst()
        return """
            <div class="key"><label for="\(id)">\(title)</label><input id="\(id)" name="\(preference.name)" \
            value="\(value)" maxlength="1" size="2" autocomplete="off" autocapitalize="none" spellcheck="false"\(refusal.attributes)>\
            \(refusal.html)</div>
            """
    }

    private var keys: HTML {
        let preferences = AccountSetting.all.filter { $0.group == .keys }
        let (keys, others) = (preferences.filter(\.isKey), preferences.filter { !$0.isKey })
        let general: HTML = """
            <form class="preferences" method="post" action="/settings">\(others.map(field))\
            <p><button class="button plain">Save</button></p></form>
            """
        let letters: HTML = """
            <form class="key-settings" method="post" action="/settings" aria-label="Keys">\
            <p class="fine">One letter, digit or sign for each action. Leave a field empty for no key. Capital letters need Shift. <kbd>?</kbd> shows all shortcuts.</p>\
            <div class="keys-grid">\(keys.map(field))</div>\
            <p class="form-buttons"><button class="button strong">Save keys</button> <button class="button quiet" name="reset" value="keys">Reset keys to defaults</button></p></form>
            """
        return PageGroup(
            id: "keys", title: "\(AccountSetting.Group.keys.rawValue)",
            entries: [GroupEntry(content: general).html, GroupEntry(content: letters).html]
        ).html
    }

    // MARK: - Send to

    /// The id of a field of a service.
    static func id(of field: SendTemplate.Field, _ index: Int) -> String { "send-\(field.rawValue)-\(index)" }

    /// A form with all services and an empty one, and a form that removes a service.
    ///
    /// The buttons of the second form are in the first one: the key Enter must press the first form's own button.
    private var sending: HTML {
        let templates = shown.sendTemplates
        let rows: [HTML] = templates.enumerated().map { service($1, $0) }
        let placeholders: [HTML] = [
            (SendTemplate.Placeholder.url, "its address"), (.title, "its title"), (.text, "the beginning of its text"),
        ].map { "<code>\($0.braced)</code> is \($1)" }
        let forms: HTML = """
            <form id="send-remove" method="post" action="/settings">\(Hidden("return", "/settings#send-to").html)</form>\
            <form class="send-settings" method="post" action="/settings" aria-labelledby="send-to">\(Hidden("return", "/settings#send-to").html)\
            \(rows)\(templates.count < SendTemplate.maximum ? newService(templates.count) : nil)\
            <p class="form-buttons"><button class="button strong">Save services</button></p></form>
            """
        return PageGroup(
            id: "send-to", title: "\(AccountSetting.Group.sending.rawValue)",
            note: """
                An open item lists these services under “Share”. In their addresses, placeholders stand for the item: \
                \(placeholders.joined(separator: ", ")).
                """,
            entries: [GroupEntry(content: forms).html]
        ).html
    }

    private func service(_ template: SendTemplate, _ index: Int) -> HTML {
        let name = SafeText(template.name, atMost: 60).text
        return """
            <fieldset class="service"><legend class="visually-hidden">\(name)</legend>\(fields(template, index))\
            <button class="icon-button" form="send-remove" name="send-remove" value="\(template.line)" \
            aria-label="Remove \(name)" title="Remove">\(Icon.close.html)</button></fieldset>
            """
    }

    private func newService(_ index: Int) -> HTML {
        let examples: [HTML] = SendTemplate.examples.map {
            "<a href=\"/settings?example=\($0.name.percentEncoded)#send-to\" data-address=\"\($0.address)\">\($0.name)</a>"
        }
        return """
            <fieldset class="service is-new"><legend>Add a service</legend>\(fields(example ?? SendTemplate("", ""), index))</fieldset>\
            <p class="fine send-examples">Fill in an example: \(examples.joined(separator: ", ")). If you host Wallabag yourself, replace the host.</p>
            """
    }

    private func fields(_ template: SendTemplate, _ index: Int) -> HTML {
        func field(_ field: SendTemplate.Field, _ title: HTML, _ value: String, _ attributes: HTML) -> HTML {
            let id = Self.id(of: field, index)
            let refusal = FieldRefusal(id, site)
            return """
                <div class="service-\(field.rawValue)"><label for="\(id)">\(title)</label>\
                <input id="\(id)" name="send-\(field.rawValue)" value="\(value)" autocomplete="off"\(attributes)\(refusal.attributes)>\(refusal.html)</div>
                """
        }
        let web: HTML = " inputmode=\"url\" autocapitalize=\"none\" spellcheck=\"false\" dir=\"ltr\""
        return "\(field(.name, "Name", template.name, ""))\(field(.address, "Address", template.address, web))"
    }

    // MARK: - Hints

    private func describing(_ preference: AccountSetting) -> HTML? {
        preference.hint == nil ? nil : " aria-describedby=\"setting-\(preference.name)-hint\""
    }

    private func hint(_ preference: AccountSetting) -> HTML? {
        preference.hint.map { "<p id=\"setting-\(preference.name)-hint\" class=\"fine\">\($0)</p>" }
    }

    private static let checked: HTML = " checked"
}

extension AccountSetting {
    fileprivate var isKey: Bool { if case .key = values { true } else { false } }
}
