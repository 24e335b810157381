import Platform
import WebText

extension KeyedDecodingContainer {
    /// A web page's address; nil if it is missing or unreadable, which doesn't affect the rest of the item.
    func webLink(forKey key: Key) -> URL? {
        // A value that isn't text is ignored; the rest of the item is still useful.
        guard let text = try? decodeIfPresent(String.self, forKey: key) else { return nil }
        // In 2021 GDACS' addresses contained `&amp;`.
        let url = URL(address: CharacterReferences.decoded(text))
        return ["https", "http"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false ? url : nil
    }
}
