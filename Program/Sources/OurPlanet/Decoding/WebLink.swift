internal import WebText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyedDecodingContainer {
    /// The address of a page; nil where there is none that a reader could follow: one that cannot be read costs only itself.
    func webLink(forKey key: Key) -> URL? {
        // What is no text is no address, and the rest of the item is of use without it.
        guard let text = try? decodeIfPresent(String.self, forKey: key) else { return nil }
        // In 2021 GDACS' addresses contained `&amp;`.
        let url = URL(string: CharacterReferences.decoded(text))
        return ["https", "http"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false ? url : nil
    }
}
