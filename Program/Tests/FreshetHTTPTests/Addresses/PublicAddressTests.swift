import NIOCore
import Testing

@testable import FreshetHTTP

@Suite("An address") struct PublicAddressTests {
    @Test(
        "An address of this computer, a private network, or no single computer isn't public",
        arguments: [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.1", "239.255.255.250",
            "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
            "64:ff9b::127.0.0.1", "64:ff9b:1::8.8.8.8", "2001::1", "2002:7f00:1::", "2002:c0a8:101::1", "fc00::1",
            "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1", "4000::1",
        ])
    func isPrivate(address: String) throws {
        #expect(try !SocketAddress(ipAddress: address, port: 80).isPublic)
    }

    @Test(
        "An address of the internet is public",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.1.1.1", "128.0.0.1",
            "172.15.0.1", "172.32.0.1", "192.1.0.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.254",
            "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1",
        ])
    func isPublic(address: String) throws {
        #expect(try SocketAddress(ipAddress: address, port: 80).isPublic)
    }
}
