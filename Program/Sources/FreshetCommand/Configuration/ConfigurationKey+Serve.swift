import FreshetServer

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
            try check(FreshetServer.Configuration(publicURL: settings.serve.publicURL))
        },
        ConfigurationKey(
            "serve.proxy", "Addresses of proxies on other machines.", standard: "[]", overriddenBy: "`--proxy`"
        ) { value, settings throws(ConfigurationProblem) in
            settings.serve.proxies = try value.strings()
            try check(FreshetServer.Configuration(proxies: settings.serve.proxies))
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

    static func check(_ configuration: FreshetServer.Configuration) throws(ConfigurationProblem) {
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
