import Foundation
import Platform
import Testing

@testable import Feeds

@Suite("The signature of a delivery") struct HubSignatureTests {
    private let body = Data("what do ya want for nothing?".utf8)

    /// Test case 2 of RFC 2202 and of RFC 4231.
    private static let signatures = [
        "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
        "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "sha384=af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
            + "8e2240ca5e69e2c78b3239ecfab21649",
        "sha512=164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
            + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ]

    @Test("A signature is valid with its secret, in digits of either case", arguments: signatures)
    func valid(text: String) throws {
        #expect(try #require(HubSignature(text)).isValid(for: body, secret: "Jefe"))
        let digits = text.split(separator: "=")[1].uppercased()
        let upper = try #require(HubSignature(text.prefix { $0 != "=" } + "=" + digits))
        #expect(upper.isValid(for: body, secret: "Jefe"))
    }

    @Test("A signature isn't valid with another secret, for another body or with another digit", arguments: signatures)
    func invalid(text: String) throws {
        let signature = try #require(HubSignature(text))
        #expect(!signature.isValid(for: body, secret: "jefe"))
        #expect(!signature.isValid(for: body + Data(" ".utf8), secret: "Jefe"))
        let last = text.hasSuffix("9") ? "8" : "9"
        #expect(try !#require(HubSignature(text.dropLast() + last)).isValid(for: body, secret: "Jefe"))
    }

    @Test(
        "A signature isn't read with an unknown method, of another length or with other characters",
        arguments: [
            "", "sha1", "sha1=", "md5=effcdf6ae5eb2fa2d27416d5f184df9c",
            "sha256=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
            "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c7", "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c7g",
            "=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
        ])
    func malformed(text: String) { #expect(HubSignature(text) == nil) }
}
