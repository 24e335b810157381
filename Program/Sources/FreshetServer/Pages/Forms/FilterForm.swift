import FeedStore
import Feeds
import WebText

/// The search box and the choices of a list.
///
/// With JavaScript, both filter the rows immediately; submitting the box searches the feed's stored items.
struct FilterForm {
    let feed: Feed
    let query: PageQuery

    var html: HTML {
        let controls = feed.controls
        let limit: HTML? = query.limit == controls.pageLimit ? nil : Hidden("limit", "\(query.limit)").html
        let unread: HTML? = query.isUnreadOnly ? Hidden("unread", "1").html : nil
        let choices: HTML = "\(kinds)\(orders)"
        let button: HTML? =
            choices.isEmpty && controls.days == nil ? nil : "<button class=\"button plain\">Filter</button>"
        return """
            <form id="find" class="find" method="get" action="/search" role="search" aria-label="Search this feed">\
            \(Hidden("in", feed.key.rawValue).html)<label class="search">\(Icon.search.html)<span class="visually-hidden">Search this feed</span>\
            <input type="search" name="q" value="\(query.words ?? "")" placeholder="Filter or search" autocomplete="off" \
            spellcheck="false"></label><button class="button plain">Search</button></form>\
            <form id="filter" class="filter" method="get" action="\(feed.address)" aria-label="Filter this list" data-order="\(orderID)">\
            \(choices)\(limit)\(unread)\(button)</form>
            """
    }

    private var orderID: String { feed.controls.order(query.order)?.id ?? "" }

    private var kinds: HTML? {
        guard let kinds = feed.controls.kinds else { return nil }
        let unknown = query.kind.flatMap { kind in
            kinds.choices.contains { $0.id == kind } ? nil : FeedControls.Choice(kind, kind)
        }
        return select(
            "type", "Type", [FeedControls.Choice("", kinds.all)] + kinds.choices + (unknown.map { [$0] } ?? []),
            chosen: query.kind ?? "")
    }

    private var orders: HTML? {
        let orders = feed.controls.orders
        guard orders.count > 1 else { return nil }
        return select("order", "Order", orders.map { FeedControls.Choice($0.id, $0.name) }, chosen: orderID, orders)
    }

    private func select(
        _ name: String, _ label: String, _ choices: [FeedControls.Choice], chosen: String,
        _ orders: [FeedControls.Order] = []
    ) -> HTML {
        let options: [HTML] = choices.map { choice in
            let selected: HTML? = choice.id == chosen ? " selected" : nil
            let order: HTML? = orders.first { $0.id == choice.id }.map { " data-by=\"\($0.order.field)\"" }
            return
                "<option value=\"\(choice.id)\"\(order)\(selected)>\(SafeText(choice.name, atMost: 80).text)</option>"
        }
        return """
            <label class="choice"><span class="visually-hidden">\(label)</span>\
            <select name="\(name)" autocomplete="off">\(options)</select></label>
            """
    }
}

/// The form that changes a part of the feed's path, such as the language.
struct ParameterForm {
    let parameter: FeedControls.Parameter
    let site: PageContext

    var html: HTML {
        let refusal = FieldRefusal("parameter", site)
        return """
            <form class="parameter" method="get" action="\(Feed.address(parameter.path))"><label for="parameter">\(parameter.label)</label>\
            <div class="field"><input id="parameter" name="\(parameter.name)" type="text" required maxlength="40" autocomplete="off" \
            autocapitalize="none" spellcheck="false" placeholder="\(parameter.placeholder)" \
            value="\(refusal.typed)"\(refusal.attributes)><button class="button">Show</button></div>\(refusal.html)</form>
            """
    }
}

extension ItemOrder {
    /// The data of a row that the page's script sorts by.
    var field: String {
        switch self {
        case .newest: "date"
        case .ranked: "rank"
        case .largest: "size"
        }
    }
}

/// The slider for the number of days that closed items are shown; a part of the filter's form.
struct DaysSlider {
    let range: ClosedRange<Int>
    let days: Int

    var html: HTML {
        """
        <div class="days"><label for="days">Open, or closed in the last \
        <output for="days" form="filter">\(days) \(days == 1 ? "day" : "days")</output></label>\
        <input type="range" id="days" name="days" form="filter" min="\(range.lowerBound)" max="\(range.upperBound)" \
        value="\(days)" autocomplete="off"></div>
        """
    }
}

/// The two links that choose between unread items and all items of a list.
struct UnreadLinks {
    let feed: Feed
    let query: PageQuery

    var html: HTML {
        """
        <div class="scope" role="group" aria-label="Items">\(link("Unread only", isUnreadOnly: true))\
        \(link("All", isUnreadOnly: false))</div>
        """
    }

    private func link(_ name: HTML, isUnreadOnly: Bool) -> HTML {
        var query = query
        query.isUnreadOnly = isUnreadOnly
        let current: HTML? = query == self.query ? " aria-current=\"true\"" : nil
        return "<a href=\"\(feed.address)\(query.text(feed.controls))\"\(current)>\(name)</a>"
    }
}
