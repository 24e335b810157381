"""How user-visible text is written, and how its lists (Tests/Strings) are made. `make lint` checks that they are as the sources are."""

import importlib.util

from programs import ROOT

SCRIPT = ROOT / "Scripts/list-strings.py"


def script():
    spec = importlib.util.spec_from_file_location("strings", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def said(literals):
    return [piece for literal in literals for piece in script().words(literal.text)]


def test_apostrophes_are_typed_alike_everywhere():
    lists = list((ROOT / "Tests/Strings").glob("*.txt"))
    curly = [f"{path.name}: {line}" for path in lists for line in path.read_text().splitlines() if "’" in line]
    assert lists and curly == []


def test_words_are_found_in_markup_and_in_what_is_put_into_it():
    source = '''let html = "<p class=\\"lede\\" title=\\"A tip\\">Nothing saved \\(isEmpty ? "at all yet" : "x-y") so far.</p>" // "not this one"'''
    assert said(script().swift_literals(source)) == ["A tip", "Nothing saved … so far.", "at all yet"]


def test_words_are_found_in_scripts_and_selectors_are_not():
    source = "say(`${count} new items`); const link = document.querySelector('.row .main'); const sign = /'no words here'/; tell('Try it again.');"
    assert said(script().script_literals(source)) == ["… new items", "Try it again."]
