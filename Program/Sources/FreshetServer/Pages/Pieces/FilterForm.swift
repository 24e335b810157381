import News

/// The form that chooses among the items: words, a type, an order, days. Without the script it asks the server; with it, it does at once.
struct FilterForm {
    let address: FeedAddress
    let query: PageQuery

    var html: HTML {
        let limit: HTML? = query.limit == PageQuery.limit(for: address) ? nil : Hidden("limit", "\(query.limit)").html
        return """
            <form id="filter" class="filter" method="get" action="\(address.path)" role="search" aria-label="Filter this list">\
            <label class="search">\(Icon.search.html)<span class="visually-hidden">With these words</span>\
            <input type="search" name="q" value="\(query.words ?? "")" placeholder="Filter" autocomplete="off" \
            spellcheck="false"></label>\(types)\(orders)\(limit)<button class="button plain">Filter</button></form>
            """
    }

    private var types: HTML? {
        let choices: [(value: String, name: String)]
        let all: String
        switch address {
        case .repository, .trending: (choices, all) = (GitHubKind.all.map { ($0.type, $0.plural) }, "All events")
        case .category: (choices, all) = ([("open", "Open"), ("closed", "Closed")], "Open and closed")
        case .news(.top), .news(.best), .news(.new):
            (choices, all) = ([("story", "Stories"), ("job", "Jobs"), ("poll", "Polls")], "All types")
        case .repositories, .planet, .news: return nil
        }
        let foreign = query.type.flatMap { type in
            choices.contains { $0.value == type } ? nil : [(value: type, name: type)]
        }
        return select("type", "Type", [("", all)] + choices + (foreign ?? []), chosen: query.type ?? "")
    }

    private var orders: HTML? {
        guard case .news = address else { return nil }
        return select(
            "order", "Order", [("newest", "Newest first"), ("score", "Most points")], chosen: query.order.rawValue)
    }

    private func select(_ name: String, _ label: String, _ choices: [(value: String, name: String)], chosen: String)
        -> HTML
    {
        let options: [HTML] = choices.map { choice in
            let selected: HTML? = choice.value == chosen ? " selected" : nil
            return "<option value=\"\(choice.value)\"\(selected)>\(choice.name)</option>"
        }
        return """
            <label class="choice"><span class="visually-hidden">\(label)</span>\
            <select name="\(name)" autocomplete="off">\(options)</select></label>
            """
    }
}
