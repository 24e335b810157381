import FeedStore
import Feeds
import FreshetServer
import Platform

/// The settings of the configuration file. Options and environment variables override it.
struct Settings: Sendable, Hashable {
    struct Network: Sendable, Hashable {
        /// The proxy for requests to upstreams.
        var proxy: String?
        /// Hosts and domains that are reached without it.
        var noProxy: [String] = []
    }

    /// The settings that `freshet follow` and the reader store for a newly followed feed.
    struct Follow: Sendable, Hashable {
        var every: FollowSettings.PollInterval?
        var folder: String?
    }

    struct Reader: Sendable, Hashable {
        /// The list to show first.
        var start = ReaderSource.unread
        var mouse = true
        var panes = ReaderPanes()
    }

    struct Serve: Sendable, Hashable {
        var host = "127.0.0.1"
        var port = 8080
        var socket: String?
        var allowedHosts: [String] = []
        var publicURL: String?
        var proxies: [String] = []
        /// The maximum size of the cached pictures of articles in MiB; 0 shows links instead.
        var pictures = 512
        var logs = LoggedRequests.problems
        var logFormat = LogFormat.text
    }

    /// The retention of feeds' items.
    var retention = GeneralRetention()
    /// The limits of accounts.
    var accounts = AccountLimits()
    /// The kinds of destination that act as the server and that members may use.
    var memberDestinations: Set<Destination.Kind> = []
    /// Hosts on private networks whose feeds all accounts may follow.
    var privateHosts = PrivateHosts()
    /// The folder of the store: an absolute path, or one that begins with `~/`.
    var data: String?
    /// The address of the store's database; nil for a file in the folder.
    var store: String?
    /// The account whose follows, marks and rules commands and the reader use; nil for the first one.
    var account: String?
    var color = ColorChoice.auto
    var plain = false
    /// The number of items of a list; nil for its own number.
    var limit: Int?
    var network = Network()
    var follow = Follow()
    var reader = Reader()
    var serve = Serve()
    var proxySignIn = ServerOptions.ProxySignIn()
    /// Sign-in by an OpenID provider; its issuer is empty if there is none.
    var openID = ServerOptions.OpenIDSignIn(issuer: "", clientID: "")
    /// The file with the server's secret at the provider.
    var openIDSecretFile: String?
    /// True if accounts sign in with passwords.
    var allowsPasswords = true
    /// The address of the newest version's number, which the server requests; nil to check for no updates.
    var updateAddress: URL?
    /// The keys of the reader's commands that have other keys than the standard ones.
    var keys: [ReaderCommand: [Key]] = [:]

    var keyMap: KeyMap { keys.isEmpty ? .standard : KeyMap.standard.remapped(keys) }
}
