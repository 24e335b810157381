import WebText

/// What can be done with the selected feeds of the Following page. Part of the table's form.
struct FollowedTools {
    let site: Site

    var html: HTML {
        let folders: [HTML] = site.folders.map { "<option value=\"\($0)\"></option>" }
        let refusal = FieldRefusal("selection", site)
        return """
            <div class="bulk" role="group" aria-label="Selected feeds"><label class="select-all"><input type="checkbox" autocomplete="off" aria-label="Select all shown feeds">\
            <span class="selected-count" role="status">Select all</span></label>\
            <div class="field"><input name="folder" type="text" maxlength="200" placeholder="Folder" aria-label="Folder" list="all-folders" autocomplete="off">\
            <datalist id="all-folders">\(folders)</datalist><button class="button" name="do" value="folder">Move</button></div>\
            <div class="field"><label>Interval<select name="interval" autocomplete="off">\(FollowForm.intervals(nil))</select></label>\
            <button class="button" name="do" value="interval">Set</button></div>\
            <button class="button" name="do" value="read">Mark as read</button><button class="button" name="do" value="unfollow">Unfollow</button>\
            \(refusal.html)</div>
            """
    }
}
