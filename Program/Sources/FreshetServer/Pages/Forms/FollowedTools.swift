import WebText

/// The actions for the selected feeds of the Following page. Part of the table's form, below the table.
struct FollowedTools {
    let site: Site

    private var refusal: FieldRefusal { FieldRefusal("selection", site) }

    /// The line above the table: the box that selects all, for the page's script, and why a change was refused.
    ///
    /// The first button of a form is the one that Enter in a field presses.
    var head: HTML {
        """
        <button class="visually-hidden" name="do" value="folder" tabindex="-1" aria-hidden="true">Move</button><div class="table-head"><label class="select-all"><input type="checkbox" autocomplete="off" aria-label="Select all shown feeds"> \
        Select all</label>\(refusal.html)</div>
        """
    }

    /// The bar of actions. With the page's script, it appears with the first selected feed.
    var html: HTML {
        let folders: [HTML] = site.folders.map { "<option value=\"\($0)\"></option>" }
        return """
            <div class="bulk" role="group" aria-label="Selected feeds"><b class="selected-count"></b>\
            <div class="field"><input name="folder" type="text" maxlength="200" placeholder="Folder" aria-label="Folder" list="all-folders" autocomplete="off">\
            <datalist id="all-folders">\(folders)</datalist><button class="button" name="do" value="folder">Move</button></div>\
            <div class="field"><label>Interval<select name="interval" autocomplete="off">\(FollowForm.intervals(nil))</select></label>\
            <button class="button" name="do" value="interval">Set</button></div>\
            <div class="field"><label>Stories<select name="stories" autocomplete="off">\(FollowForm.stories(nil))</select></label>\
            <button class="button" name="do" value="stories" aria-label="Set stories">Set</button></div>\
            <button class="button" name="do" value="read">Mark as read</button>\
            \(DangerButton(path: "/following", title: "Unfollow", name: "do", value: "unfollow").html)</div>
            """
    }
}
