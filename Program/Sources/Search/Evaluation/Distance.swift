import Platform

/// The distance between two positions on Earth, in kilometers.
package enum Distance {
    /// The haversine formula on a sphere of Earth's mean radius; arguments are latitudes and longitudes in degrees.
    package static func kilometers(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double)
        -> Double
    {
        let radian = Double.pi / 180
        let north = sin((latitude2 - latitude) * radian / 2)
        let east = sin((longitude2 - longitude) * radian / 2)
        let square = north * north + cos(latitude * radian) * cos(latitude2 * radian) * east * east
        return 2 * 6_371.0088 * asin(min(1, square.squareRoot()))
    }
}
