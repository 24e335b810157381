import Foundation
import Testing
import WebText

@testable import FreshetServer

@Suite("The header of a picture") struct PictureHeaderTests {
    private func size(_ bytes: [UInt8]) -> [Int]? {
        guard let format = Picture.Format(bytes) else { return nil }
        return PictureHeader(Data(bytes)).size(format).map { [$0.width, $0.height] }
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x02, 0x80, 0, 0, 0x01, 0xe0, 8, 6, 0, 0, 0]
    private static let gif = Array("GIF89a".utf8) + [0x80, 0x02, 0xe0, 0x01, 0, 0, 0]
    private static let webP: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a]
        + [0x80, 0x02, 0xe0, 0x01]
    // 639 in 14 bits, 479 in the next 14.
    private static let losslessWebP: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0x00]
    private static let extendedWebP: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
        + [0x7f, 0x02, 0, 0xdf, 0x01, 0]

    private static func jpeg(_ segments: [UInt8] = [], frame: UInt8 = 0xc0) -> [UInt8] {
        [0xff, 0xd8] + [0xff, 0xe0, 0, 16] + Array(repeating: 0, count: 14) + segments
            + [0xff, frame, 0, 17, 8, 0x01, 0xe0, 0x02, 0x80] + Array(repeating: 0, count: 10)
    }

    /// Exif data with one entry, the orientation.
    private static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
        let tiff: [UInt8] =
            isLittle
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let data = Array("Exif".utf8) + [0, 0] + tiff
        return [0xff, 0xe1, 0, UInt8(data.count + 2)] + data
    }

    private static func avif(_ properties: String...) -> [UInt8] {
        let start: [UInt8] = [0, 0, 0, 0x1c] + Array("ftypavif".utf8) + Array(repeating: 0, count: 16)
        return start + properties.flatMap { Array($0.utf8) + [0, 0, 0, 0] + [0, 0, 0x02, 0x80, 0, 0, 0x01, 0xe0] }
    }

    @Test(
        "The header of a picture has its size in each format",
        arguments: [
            png, gif, webP, losslessWebP, extendedWebP, jpeg(), jpeg(frame: 0xc2), jpeg([0xff, 0xc4, 0, 3, 1, 0xff]),
            jpeg(exif(1, isLittle: true)), avif("ispe"), avif("ispe", "ispe"),
        ])
    func sizes(bytes: [UInt8]) { #expect(size(bytes) == [640, 480]) }

    @Test("The header of a photo that was taken upright has its sides exchanged", arguments: [true, false])
    func turned(isLittle: Bool) {
        #expect(size(Self.jpeg(Self.exif(6, isLittle: isLittle))) == [480, 640])
        #expect(size(Self.jpeg(Self.exif(3, isLittle: isLittle))) == [640, 480])
    }

    @Test("An incomplete header, or that of a picture without sides, has no size")
    func incomplete() {
        for whole in [
            Self.png, Self.gif, Self.webP, Self.losslessWebP, Self.extendedWebP, Self.jpeg(), Self.avif("ispe"),
            Self.jpeg(Self.exif(6, isLittle: true)),
        ] {
            for count in whole.indices { _ = size(Array(whole.prefix(count))) }
            #expect(size(Array(whole.prefix(9))) == nil)
        }
        #expect(size(Self.avif("ispe", "irot")) == nil)
        #expect(size(Array("GIF89a".utf8) + [0, 0, 0, 0, 0]) == nil)
        #expect(size([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff]) == nil)
    }
}
