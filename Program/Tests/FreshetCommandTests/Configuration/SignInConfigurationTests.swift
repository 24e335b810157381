import FreshetServer
import Testing

@testable import FreshetCommand

@Suite("Configuration of other ways to sign in") struct SignInConfigurationTests {
    @Test("The configuration of sign-in is read whole")
    func read() {
        let (settings, mistakes) = ConfigurationFile.read(
            """
            [sign-in]
            proxies = ["10.88.0.0/16", "unix"]
            header = "X-User"
            add-accounts = true
            nameless = "refuse"
            sign-out = "https://auth.example.org/logout"
            passwords = false

            [openid]
            issuer = "https://auth.example.org"
            client-id = "freshet"
            name = "Example ID"
            account-claim = "email"
            add-accounts = true
            """)
        #expect(mistakes.isEmpty)
        var proxy = ServerOptions.ProxySignIn()
        (proxy.proxies, proxy.header, proxy.addsAccounts) = (["10.88.0.0/16", "unix"], "X-User", true)
        (proxy.refusesNameless, proxy.signOutURL) = (true, "https://auth.example.org/logout")
        #expect(settings.proxySignIn == proxy && !settings.allowsPasswords)
        var openID = ServerOptions.OpenIDSignIn(issuer: "https://auth.example.org", clientID: "freshet")
        (openID.name, openID.nameClaim, openID.addsAccounts) = ("Example ID", .email, true)
        #expect(settings.openID == openID)
    }

    @Test(
        "A wrong configuration of sign-in is refused with the reason",
        arguments: [
            ("[sign-in]\nproxies = [\"proxy\"]", "“proxy” isn't an IP address or a network"),
            ("[sign-in]\nheader = \"Cookie\"", "“Cookie” can't be the header"),
            ("[sign-in]\nnameless = \"open\"", "must be \"ask\" or \"refuse\""),
            ("[sign-in]\nsign-out = \"javascript:alert(1)\"", "must begin with https:// or http://"),
            ("[openid]\nissuer = \"http://auth.example.org\"\nclient-id = \"x\"", "must begin with https://"),
            ("[openid]\nissuer = \"https://auth.example.org\"", "need each other"),
            ("[openid]\nclient-secret = \"s\"", "client-secret"),
        ])
    func refused(text: String, reason: String) {
        let mistakes = ConfigurationFile.read(text).mistakes
        #expect(mistakes.count == 1 && mistakes.first?.reason.contains(reason) == true, "\(mistakes)")
    }
}
