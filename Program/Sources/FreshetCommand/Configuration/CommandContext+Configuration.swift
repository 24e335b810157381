import FreshetHTTP
import Platform

extension CommandContext {
    /// The file: `XDG_CONFIG_HOME/freshet/config.toml`, else `~/.config/freshet/config.toml`; nil without a home folder.
    var configurationFile: ConfigurationFile? {
        // The specification says to ignore a relative path.
        if let base = self["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            return ConfigurationFile(path: base + "/freshet/config.toml")
        }
        return self["HOME"].map { ConfigurationFile(path: $0 + "/.config/freshet/config.toml") }
    }

    /// The same with the settings of the configuration file.
    func configured() throws -> CommandContext {
        var configured = self
        if let file = configurationFile { configured.settings = try file.settings() }
        return configured
    }

    /// The proxies of the environment; without them, those of the configuration file.
    var proxies: Proxies {
        guard let proxy = settings.network.proxy else { return Proxies(environment: variables) }
        let configured = [
            "http_proxy": proxy, "https_proxy": proxy, "no_proxy": settings.network.noProxy.joined(separator: ","),
        ]
        let missing = configured.filter { variables[$0.key] == nil && variables[$0.key.uppercased()] == nil }
        return Proxies(environment: variables.merging(missing) { own, _ in own })
    }
}
