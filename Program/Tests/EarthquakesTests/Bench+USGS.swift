import Earthquakes
import Foundation
import Freshet
import FreshetHTTP
import SampleUpstreams
import UpstreamTestSupport

extension TestUpstreams {
    /// The sample server's USGS.
    var usgs: USGS { USGS(transport: client, baseURL: sample.usgsURL) }

    /// The sample server's list of the past day.
    func summary(_ list: SummaryList = SummaryList()) async throws -> EarthquakeSummary {
        guard case .modified(let summary) = try await usgs.summary(list).value else {
            throw HTTPError.invalidURL("not modified")
        }
        return summary
    }

    /// The result of a request for a list with these features.
    func summary(of features: String) async throws -> EarthquakeSummary {
        let body =
            "{\"type\": \"FeatureCollection\", \"metadata\": {\"generated\": 1790000000000}, \"features\": [\(features)]}"
        control.fail("/usgs/", with: .status(200, body: body))
        return try await summary()
    }
}

/// A feature with these properties beside its time.
func feature(_ id: String = "us1", _ properties: String = "", geometry: String? = nil) -> String {
    let geometry = geometry ?? "{\"type\": \"Point\", \"coordinates\": [-177.07, -29.2, 35]}"
    return """
        {"type": "Feature", "id": "\(id)", "geometry": \(geometry),
        "properties": {"time": 1789999000000\(properties.isEmpty ? "" : ", " + properties)}}
        """
}
