import FreshetServer

extension ConfigurationKey {
    static let signIn = [
        ConfigurationKey(
            "sign-in.proxies",
            "Addresses and networks of proxies whose header names the account; unix stands for the Unix socket.",
            standard: "[]"
        ) { value, settings throws(ConfigurationProblem) in
            settings.proxySignIn.proxies = try value.strings()
            try check(settings)
        },
        ConfigurationKey(
            "sign-in.header", "The header in which these proxies name the account.", standard: "\"Remote-User\""
        ) { value, settings throws(ConfigurationProblem) in
            settings.proxySignIn.header = try value.string()
            try check(settings)
        },
        ConfigurationKey(
            "sign-in.add-accounts", "Whether a name that no account has gets an account.", standard: "false"
        ) { value, settings throws(ConfigurationProblem) in settings.proxySignIn.addsAccounts = try value.boolean() },
        ConfigurationKey(
            "sign-in.nameless",
            "What happens to requests of these proxies without the header: ask for a password, or refuse.",
            standard: "\"ask\""
        ) { value, settings throws(ConfigurationProblem) in
            settings.proxySignIn.refusesNameless = try value.choice(of: NamelessRequests.self) == .refuse
        },
        ConfigurationKey(
            "sign-in.sign-out", "The address at which readers sign out of the proxy.",
            example: "\"https://auth.example.org/logout\""
        ) { value, settings throws(ConfigurationProblem) in
            settings.proxySignIn.signOutURL = try value.webAddress()
        },
        ConfigurationKey(
            "sign-in.passwords",
            "Whether accounts sign in with passwords. App passwords are always accepted.", standard: "true"
        ) { value, settings throws(ConfigurationProblem) in settings.allowsPasswords = try value.boolean() },
    ]

    private enum NamelessRequests: String, CaseIterable {
        case ask, refuse
    }

    private static func check(_ settings: Settings) throws(ConfigurationProblem) {
        var configuration = FreshetServer.Configuration()
        configuration.proxySignIn = settings.proxySignIn
        try check(configuration)
    }
}

extension ConfigurationValue {
    /// An address that begins with `https://` or `http://`.
    func webAddress() throws(ConfigurationProblem) -> String {
        let text = try string()
        guard ["https://", "http://"].contains(where: { text.lowercased().hasPrefix($0) && text.count > $0.count })
        else { throw ConfigurationProblem("must begin with https:// or http://, not “\(text)”") }
        return text
    }
}
