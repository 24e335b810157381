#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What turns bytes into a value.
@preconcurrency
public protocol DataDecoder: Sendable {
    /// The value that `data` stands for; throws if it stands for none of that type. Called on the thread that the data comes on.
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Delivers the value that each element stands for; fails with the decoder's error at the first that stands for none.
    public func decode<Item: Decodable & SendableMetatype>(
        type: Item.Type, decoder: some DataDecoder
    ) -> Observable<Item> {
        map { try decoder.decode(type, from: $0) }
    }
}
