import FeedStore
import Feeds
import FreshetServer
import Platform

extension ConfigurationKey {
    static let serve = [
        ConfigurationKey(
            "serve.host", "The address to listen on.", standard: "\"127.0.0.1\"", overriddenBy: "`--host`"
        ) { value, settings throws(ConfigurationProblem) in settings.serve.host = try value.string() },
        ConfigurationKey(
            "serve.port", "The port to listen on; 0 picks a free one.", standard: "8080", overriddenBy: "`--port`"
        ) { value, settings throws(ConfigurationProblem) in settings.serve.port = try value.integer(in: 0...65_535) },
        ConfigurationKey(
            "serve.socket", "The path of a Unix socket to listen on, for a proxy, in place of an address and a port.",
            example: "\"/run/freshet/freshet.sock\"", overriddenBy: "`--socket`, `--host`, `--port`"
        ) { value, settings throws(ConfigurationProblem) in
            let path = try value.string()
            guard path.hasPrefix("/") else { throw ConfigurationProblem("must be an absolute path, not “\(path)”") }
            settings.serve.socket = path
        },
        ConfigurationKey(
            "serve.allow-host", "Other host names to accept.", standard: "[]", overriddenBy: "`--allow-host`"
        ) { value, settings throws(ConfigurationProblem) in settings.serve.allowedHosts = try value.strings() },
        ConfigurationKey(
            "serve.public-url", "The page's public address, behind a proxy that terminates TLS; may have a path.",
            example: "\"https://feeds.example.org\"", overriddenBy: "`--public-url`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.publicURL = try value.string()
            try check(ServerOptions(publicURL: settings.serve.publicURL))
        },
        ConfigurationKey(
            "serve.proxy", "Addresses of proxies on other machines.", standard: "[]", overriddenBy: "`--proxy`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.proxies = try value.strings()
            try check(ServerOptions(proxies: settings.serve.proxies))
        },
        ConfigurationKey(
            "serve.pictures", "The maximum size of the cached pictures of articles in MiB; 0 shows links instead.",
            standard: "512", overriddenBy: "`--pictures`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.pictures = try value.integer(in: 0...1_000_000)
        },
        ConfigurationKey(
            "serve.log", "What to log: problems, or a line for each request, too: requests.", standard: "\"problems\"",
            overriddenBy: "`--log`, `--verbose`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.logs = try value.choice(of: LoggedRequests.self)
        },
        ConfigurationKey(
            "serve.log-format", "How to write the log: text or json.", standard: "\"text\"",
            overriddenBy: "`--log-format`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.logFormat = try value.choice(of: LogFormat.self)
        },
    ]

    static func check(_ configuration: ServerOptions) throws(ConfigurationProblem) {
        do { try configuration.checkAddresses() } catch {
            throw ConfigurationProblem("is wrong. " + error.description.trimmingSuffix("."))
        }
    }
}

extension String {
    /// The string without this end.
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

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
        var configuration = ServerOptions()
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

extension ConfigurationKey {
    static let openID = [
        ConfigurationKey(
            "openid.issuer", "The OpenID provider to sign in with, exactly as it names itself.",
            example: "\"https://auth.example.org\""
        ) { value, settings throws(ConfigurationProblem) in
            settings.openID.issuer = try value.webAddress()
            guard settings.openID.isIssuerSecure else {
                throw ConfigurationProblem("must begin with https://, unless the provider is on this computer")
            }
        },
        ConfigurationKey("openid.client-id", "The server's id at the provider.", example: "\"freshet\"") {
            value, settings throws(ConfigurationProblem) in settings.openID.clientID = try value.string()
        },
        ConfigurationKey(
            "openid.client-secret-file",
            "The file with the server's secret at the provider. A public client has none.",
            example: "\"/etc/freshet/openid-secret\"", overriddenBy: "`FRESHET_OPENID_SECRET`"
        ) { value, settings throws(ConfigurationProblem) in settings.openIDSecretFile = try value.string() },
        ConfigurationKey("openid.name", "The provider's name on the sign-in page.", standard: "\"OpenID\"") {
            value, settings throws(ConfigurationProblem) in settings.openID.name = try value.string()
        },
        ConfigurationKey(
            "openid.account-claim",
            "The claim that names the account of an identity that isn't linked: preferred_username or email. By default, accounts link theirs.",
            example: "\"preferred_username\""
        ) { value, settings throws(ConfigurationProblem) in
            settings.openID.nameClaim = try value.choice(of: ServerOptions.OpenIDSignIn.NameClaim.self)
        },
        ConfigurationKey(
            "openid.add-accounts", "Whether an identity that has no account gets one.", standard: "false"
        ) { value, settings throws(ConfigurationProblem) in settings.openID.addsAccounts = try value.boolean() },
    ]
}

extension CommandContext {
    /// Sign-in by the configured OpenID provider, with the server's secret; nil without a provider.
    func openID() throws -> ServerOptions.OpenIDSignIn? {
        var openID = settings.openID
        if openID.issuer.isEmpty { return nil }
        openID.clientSecret = self["FRESHET_OPENID_SECRET"]
        if openID.clientSecret == nil, let path = settings.openIDSecretFile {
            let data = try InputFile(path: path).read(atMost: 4096)
            let text = String(decoding: data, as: UTF8.self)
            let secret = text.prefix { !$0.isNewline }
            if secret.isEmpty {
                throw CommandFailure("\(TerminalText(path).string) has no secret in its first line.", .usage)
            }
            openID.clientSecret = String(secret)
        }
        return openID
    }
}

extension ConfigurationKey {
    static let accounts = [
        limit("follows", "follows", \.follows, overriddenBy: "`--max-follows`"),
        limit("rules", "rules", \.rules, overriddenBy: "`--max-rules`"),
        limit("saved", "saved items", \.saved, overriddenBy: "`--max-saved`"),
        ConfigurationKey(
            "accounts.destinations",
            "The kinds of destination that act as the server and that every account may use, besides administrators': email, desktop, exec.",
            standard: "[]"
        ) { value, settings throws(ConfigurationProblem) in
            settings.memberDestinations = []
            for name in try value.strings() {
                guard let kind = Destination.Kind(rawValue: name), kind.actsAsServer else {
                    let names = Destination.Kind.allCases.filter(\.actsAsServer).map { "\"\($0.rawValue)\"" }
                    throw ConfigurationProblem("must contain only \(names.alternatives), not “\(name)”")
                }
                settings.memberDestinations.insert(kind)
            }
        },
        ConfigurationKey(
            "accounts.private-hosts",
            "Hosts on the server's computer or a private network whose feeds every account may follow, besides administrators: names or addresses, with a port to allow no other one.",
            standard: "[]"
        ) { value, settings throws(ConfigurationProblem) in
            settings.privateHosts = PrivateHosts()
            for host in try value.strings() where !settings.privateHosts.insert(host) {
                throw ConfigurationProblem(
                    "must contain only hosts such as \"news.lan\" or \"192.168.1.4:8080\", not “\(host)”")
            }
        },
    ]

    private static func limit(
        _ name: String, _ what: String, _ limit: any WritableKeyPath<AccountLimits, Int> & Sendable,
        overriddenBy: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            "accounts." + name, "The maximum number of \(what) of an account that isn't an administrator's.",
            standard: String(AccountLimits()[keyPath: limit]), overriddenBy: overriddenBy
        ) { value, settings throws(ConfigurationProblem) in
            settings.accounts[keyPath: limit] = try value.integer(in: AccountLimits.range)
        }
    }
}

extension ConfigurationKey {
    static let update = [
        ConfigurationKey(
            "update.check",
            "The address that the server requests once a day, whose text begins with the newest version. By default, it checks for no updates.",
            example: "\"https://packages.example.org/freshet/version\""
        ) { value, settings throws(ConfigurationProblem) in
            let text = try value.string()
            guard let url = URL(string: text), url.scheme?.lowercased() == "https", url.host()?.isEmpty == false else {
                throw ConfigurationProblem("must be an address that begins with https://, not “\(text)”")
            }
            settings.updateAddress = url
        }
    ]
}
