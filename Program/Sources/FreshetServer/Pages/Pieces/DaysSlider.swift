/// How far back closed events are shown; belongs to the filter's form.
struct DaysSlider {
    let days: Int

    var html: HTML {
        """
        <div class="days"><label for="days">How far back</label><input type="range" id="days" name="days" form="filter" min="1" \
        max="360" value="\(days)" autocomplete="off"><output for="days" form="filter">\(days) \(days == 1 ? "day" : "days")</output></div>
        """
    }
}
