import Platform
import Testing

@Suite("An IP address") struct IPAddressTests {
    @Test(
        "An IP address is read in every form that proxies write",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), (" 192.0.2.1:8080 ", "192.0.2.1"), ("[2001:db8::1]:443", "2001:db8::1"),
            ("2001:DB8:0::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("fe80::1%eth0", "fe80::1"),
        ])
    func read(text: String, address: String) { #expect(IPAddress(text)?.description == address) }

    @Test(
        "An IP address isn't read from any other text",
        arguments: ["", "unknown", "_hidden", "1.2.3", "localhost", "1.2.3.4.5"])
    func none(text: String) { #expect(IPAddress(text) == nil) }

    @Test("An IP address counts as its whole network if it's an IPv6 address")
    func network() throws {
        let one = try #require(IPAddress("2001:db8:0:1::1"))
        #expect(one.network == IPAddress("2001:db8:0:1:ffff::2")?.network)
        #expect(one.network != IPAddress("2001:db8:0:2::1")?.network)
        #expect(IPAddress("192.0.2.1")?.network != IPAddress("192.0.2.2")?.network)
    }

    @Test(
        "An IP address or a name shows whether a host is this computer",
        arguments: [
            ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true),
            ("[::1]", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false), ("::2", false), ("example.com", false),
            ("127.example.com", false), ("localhost.example.com", false), ("", false),
        ])
    func loopback(host: String, isLoopback: Bool) { #expect(IPAddress.isLoopback(host: host) == isLoopback) }
}
