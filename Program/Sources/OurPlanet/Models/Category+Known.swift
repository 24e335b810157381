extension Category {
    /// The ids of all categories of version 3 of the API, for telling a wrong one before anything is asked (eonet.gsfc.nasa.gov/docs/v3).
    public static let known = [
        "drought", "dustHaze", "earthquakes", "floods", "landslides", "manmade", "seaLakeIce", "severeStorms", "snow",
        "tempExtremes", "volcanoes", "waterColor", "wildfires",
    ]
}
