public import Freshet
internal import FreshetHTTP

extension EONET {
    /// The observers that events name.
    public func sources() -> Single<[SourceDescription]> {
        .deferred { reply(try address("sources")).map { try $0.decoded(as: Sources.self).sources } }
    }

    /// The scales that magnitudes are told on.
    public func magnitudes() -> Single<[MagnitudeScale]> {
        .deferred { reply(try address("magnitudes")).map { try $0.decoded(as: Magnitudes.self).magnitudes } }
    }

    /// The map layers of all categories, which come as one entry without a category.
    public func layers() -> Single<[CategoryLayers]> {
        .deferred { reply(try address("layers")).map { try $0.decoded(as: Layers.self).categories } }
    }

    private struct Sources: Decodable {
        let sources: [SourceDescription]
    }

    private struct Magnitudes: Decodable {
        let magnitudes: [MagnitudeScale]
    }

    private struct Layers: Decodable {
        let categories: [CategoryLayers]
    }
}
