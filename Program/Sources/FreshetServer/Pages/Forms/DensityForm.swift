import WebText

/// The choice of how close together rows stand.
struct DensityForm {
    let site: Site
    /// Where the reader returns: a local path.
    let destination: String

    var html: HTML {
        let buttons: [HTML] = Preferences.Density.allCases.map { density in
            let name: HTML = density == .compact ? "Compact" : "Comfortable"
            return """
                <button name="density" value="\(density.rawValue)" aria-pressed="\(density == site.preferences.density ? "true" : "false")">\(name)</button>
                """
        }
        return """
            <form class="density scope" method="post" action="/preferences" aria-label="Density">\
            \(Hidden("return", destination).html)\(buttons)</form>
            """
    }
}
