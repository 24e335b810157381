import Testing

@testable import Platform

@Suite("A range of IP addresses") struct IPNetworkTests {
    @Test(
        "A range of IP addresses contains the addresses with its prefix",
        arguments: [
            ("192.0.2.0/24", "192.0.2.200", true), ("192.0.2.0/24", "192.0.3.1", false),
            ("10.4.0.0/14", "10.7.255.255", true), ("10.4.0.0/14", "10.8.0.0", false),
            ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
            ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
            ("127.0.0.1", "::ffff:127.0.0.1", true),
        ])
    func contains(network: String, address: String, isIn: Bool) throws {
        let network = try #require(IPNetwork(network))
        let address = try #require(IPAddress(address))
        #expect(network.contains(address) == isIn)
    }

    @Test(
        "A range of IP addresses isn't read from other texts",
        arguments: ["", "host", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "/8"])
    func invalid(text: String) { #expect(IPNetwork(text) == nil) }
}
