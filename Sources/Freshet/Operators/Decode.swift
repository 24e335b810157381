public import FreshetPlatform

/// A type that decodes values from data.
@preconcurrency
public protocol DataDecoder: Sendable {
    /// Decodes a value of `type` from `data`, or throws an error. Called on the thread that delivers the data.
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Decodes a value from each element.
    /// - Ends: with the source; fails with the first error thrown by `decoder`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func decode<Item: Decodable & SendableMetatype>(
        type: Item.Type, decoder: some DataDecoder
    ) -> Observable<Item> {
        map { try decoder.decode(type, from: $0) }
    }
}
