extension SampleUpstreams {
    /// Repositories to try first; they always exist.
    package static let hint =
        "repositories: octo-sample/harbor octo-sample/lighthouse octo-sample/busy octo-sample/empty"

    /// Examples of faults, for `--help`.
    package static let controlExamples = """
          POST /control/fail?path=/github&fault=rateLimitedPrimary&reset=600
          POST /control/fail?path=/news&fault=status&status=503&times=2
          POST /control/clear
          POST /control/latency?path=/eonet&ms=2000
          POST /control/advance?seconds=300     the sample's clock
          GET  /control/requests?path=/github   the requests it has received
        """
}
