import HTTPTypes
import Platform
import WebText

/// The made-up data of all upstreams without a server, for simulations.
package struct SampleData: Sendable {
    private let samples: [any Sample]
    private let clock: @Sendable () -> Date

    /// The data of a server with this configuration; its clock is the configured one.
    package init(_ configuration: SampleUpstreams.Configuration) {
        clock = configuration.clock
        let world = World(configuration, start: configuration.start ?? configuration.clock())
        samples = Samples.all.map { $0.init(world) }
    }

    /// Answers at once, on the calling thread.
    package func response(to request: HTTPRequest) -> (head: HTTPResponse, body: [UInt8]) {
        let asked = SampleRequest(request, now: clock())
        let response = response(asked)
        return (response.head(date: HTTPDate(asked.now).description, length: response.body.count), response.body)
    }

    func response(_ request: SampleRequest) -> SampleResponse {
        for sample in samples {
            let base = type(of: sample).basePath.split(separator: "/").map(String.init)
            if request.path.starts(with: base) {
                return sample.response(request, path: Array(request.path.dropFirst(base.count)))
            }
        }
        let bases = samples.map { type(of: $0).basePath }.joined(separator: ", ")
        return SampleResponse(404, html: "<html><body>Look under \(bases).</body></html>")
    }
}
