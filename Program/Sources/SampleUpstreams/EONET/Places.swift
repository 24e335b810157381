/// Made-up names of places and storms.
enum Places {
    static let colors = [
        "Amber", "Copper", "Dusky", "Eastern", "Flint", "Golden", "Hazel", "Indigo", "Juniper", "Lower", "Marble",
        "Upper",
        "Ochre", "Pewter", "Russet", "Sable", "Tawny", "Umber", "Whistling", "Yonder",
    ]
    static let landforms = [
        "Ridge", "Gulch", "Mesa", "Hollow", "Creek", "Bluff", "Saddle", "Canyon", "Flat", "Butte", "Basin", "Spur",
    ]
    static let counties = [
        "Fernhollow, Vestria", "Larkspur, Vestria", "Tallowmere, Ostrava Plains", "Quillback, Norrland Sample",
        "Brindle, Vestria", "Saltmarsh, Corvale", "Thistledown, Corvale", "Windrow, Ostrava Plains",
    ]
    static let countries = [
        "Corvale", "Vestria", "Maroven", "Island of Tessel", "Upper Lind", "Sandoria", "Kestrel Islands", "Norrmark",
    ]
    static let stormNames = [
        "Ondine", "Quill", "Barnaby", "Zephyrine", "Tamsin", "Oswin", "Peregrine", "Lumi", "Marisol", "Yarrow",
        "Isolde",
        "Fennick",
    ]
}
