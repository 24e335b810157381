import Freshet
import FreshetHTTP

extension EONET {
    /// The observers that events refer to.
    package func sources() -> Single<[SourceDescription]> {
        .deferred { reply(try baseURL.endpoint("sources")).map { try $0.decoded(as: Sources.self).sources } }
    }

    /// The scales of magnitudes.
    package func magnitudes() -> Single<[MagnitudeScale]> {
        .deferred { reply(try baseURL.endpoint("magnitudes")).map { try $0.decoded(as: Magnitudes.self).magnitudes } }
    }

    /// The map layers of all categories, in one entry without a category.
    package func layers() -> Single<[CategoryLayers]> {
        .deferred { reply(try baseURL.endpoint("layers")).map { try $0.decoded(as: Layers.self).categories } }
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
