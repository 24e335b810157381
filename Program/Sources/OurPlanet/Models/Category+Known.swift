extension Category {
    /// The ids of all categories in version 3 of the API, to reject unknown ones without a request (eonet.gsfc.nasa.gov/docs/v3).
    package static let known = [
        "drought", "dustHaze", "earthquakes", "floods", "landslides", "manmade", "seaLakeIce", "severeStorms", "snow",
        "tempExtremes", "volcanoes", "waterColor", "wildfires",
    ]
}
