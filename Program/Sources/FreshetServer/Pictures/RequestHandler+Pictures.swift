import Feeds
import HTTPTypes
import WebText

extension RequestHandler {
    /// The addresses of pictures in items for programs, which open them without signing in; none if pictures are off.
    ///
    /// - Parameter namesFeeds: whether the addresses contain the feeds'. Without them, no picture on a private network is
    ///   shown.
    func pictureAddress(for incoming: IncomingRequest, namesFeeds: Bool = true) -> ListedItems.PictureAddress {
        guard let pictures = context.pictures else { return { _, _ in nil } }
        let (origin, shown) = (origin(for: incoming), incoming.pictures)
        return { address, feed in
            pictures.served(address, in: namesFeeds ? feed.key : nil, on: shown).at(origin)
        }
    }
}

extension ServedPicture {
    /// The picture for a program, which needs the server's address, too.
    func at(_ origin: String) -> ServedPicture { ServedPicture(path: origin + path, size: size) }
}
