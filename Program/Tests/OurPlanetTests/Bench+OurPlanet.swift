import Foundation
import Freshet
import OurPlanet
import SampleUpstreams
import UpstreamTestSupport

extension TestUpstreams {
    /// The sample server's EONET.
    func eonet(at baseURL: URL? = nil) -> EONET {
        EONET(transport: client, baseURL: baseURL ?? sample.eonetURL, now: { sample.control.now })
    }

    /// The result of a request for a category's open events with this answer.
    func list(of body: String, in category: String = "wildfires") async throws -> EventList {
        control.fail("/eonet/api/v3/categories/*", with: .status(200, body: body))
        return try await eonet().events(in: category, status: .open).value
    }
}
