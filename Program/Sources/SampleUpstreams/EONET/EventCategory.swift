/// One of EONET's thirteen categories, with EONET's id and title and a made-up description.
struct EventCategory: Sendable {
    let id: String
    let title: String
    let description: String

    static let all: [EventCategory] = [
        .init(id: "drought", title: "Drought", description: "Long times without rain."),
        .init(id: "dustHaze", title: "Dust and Haze", description: "Dust storms and other aerosols."),
        .init(id: "earthquakes", title: "Earthquakes", description: "All manner of shaking."),
        .init(id: "floods", title: "Floods", description: "Water beyond the banks of rivers and lakes."),
        .init(id: "landslides", title: "Landslides", description: "Landslides, mudslides, avalanches."),
        .init(id: "manmade", title: "Manmade", description: "Extreme events that people caused."),
        .init(id: "seaLakeIce", title: "Sea and Lake Ice", description: "Ice on oceans and lakes, icebergs included."),
        .init(id: "severeStorms", title: "Severe Storms", description: "Cyclones, tornadoes and their like."),
        .init(id: "snow", title: "Snow", description: "Snow that is extreme in time or depth."),
        .init(id: "tempExtremes", title: "Temperature Extremes", description: "Unusual heat or cold."),
        .init(id: "volcanoes", title: "Volcanoes", description: "Eruptions and their plumes."),
        .init(id: "waterColor", title: "Water Color", description: "Algae, sediment and what else colors water."),
        .init(id: "wildfires", title: "Wildfires", description: "Fires in forests and plains."),
    ]

    static func named(_ id: String) -> EventCategory? { all.first { $0.id == id } }
}
