import FreshetServer

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
            settings.openID.nameClaim = try value.choice(of: FreshetServer.Configuration.OpenIDSignIn.NameClaim.self)
        },
        ConfigurationKey(
            "openid.add-accounts", "Whether an identity that has no account gets one.", standard: "false"
        ) { value, settings throws(ConfigurationProblem) in settings.openID.addsAccounts = try value.boolean() },
    ]
}

extension CommandContext {
    /// Sign-in by the configured OpenID provider, with the server's secret; nil if there is none.
    func openID() throws -> FreshetServer.Configuration.OpenIDSignIn? {
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
