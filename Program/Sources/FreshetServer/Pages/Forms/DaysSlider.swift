import Feeds
import WebText

/// How many days back closed items are shown; a part of the filter's form.
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
