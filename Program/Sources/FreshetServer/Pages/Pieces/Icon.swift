/// The small drawings, each 20 by 20 in the colour of the text; they say nothing that words beside them do not say.
enum Icon: String, CaseIterable {
    case home, github, planet, news, saved, save, read, refresh, search, help, status, feed, wave

    private var path: HTML {
        switch self {
        case .home: "M3 9.5 10 3.5l7 6V17h-4.5v-4.5h-5V17H3z"
        case .github:
            "M6 3v9.5M6 17a2.2 2.2 0 1 0 0-4.5A2.2 2.2 0 0 0 6 17zM14 7.500a2.200 2.200 0 1 0 0-4.500 2.200 2.200 0 0 0 0 4.500zm0 0c0 4-8 2-8 6"
        case .planet:
            "M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM2.800 8h14.400M2.800 12.500h14.400M10 2.500c-4.500 5-4.500 10 0 15 4.500-5 4.500-10 0-15z"
        case .news: "M3 4h11v12.500H5A2 2 0 0 1 3 14.500zM14 8h3v6.500a2 2 0 0 1-4 0M6 7.500h5M6 10.500h5M6 13.500h3"
        case .saved, .save: "M5 3h10v14l-5-4-5 4z"
        case .read: "M4 10.500l4 4 8-9"
        case .refresh: "M16 6.500A7 7 0 1 0 17 10.500M16.500 2.500v4.200h-4.200"
        case .search: "M8.700 14.400a5.700 5.700 0 1 0 0-11.400 5.700 5.700 0 0 0 0 11.400zM13 13l4.200 4.200"
        case .help:
            "M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM7.800 8a2.200 2.200 0 1 1 3.200 2c-.7.4-1 .8-1 1.600M10 14.200v.1"
        case .status: "M2.500 11h3.500l2-6 3.500 11 2.300-7 1.200 2h2.500"
        case .feed: "M4 9a7 7 0 0 1 7 7M4 4a12 12 0 0 1 12 12M5 15.200v.1"
        case .wave: "M2 7.500c2.700-3 5.300-3 8 0s5.300 3 8 0M2 13.500c2.700-3 5.300-3 8 0s5.300 3 8 0"
        }
    }

    var html: HTML {
        "<svg class=\"icon\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }
}
