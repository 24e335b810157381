"""Sign-in by an OpenID provider, in a browser."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from programs import BARE, PROGRAM, World, free_port, until, fetch

PASSWORD = "correct horse battery"


@contextmanager
def signing_in(folder, rules):
    """A server with the account admin, and a provider on another host of this computer."""
    port = free_port()
    provider = Path(sys.executable).parent / "oidc-provider-mock"
    with open(folder / "provider.log", "wb") as log:
        process = subprocess.Popen(
            [provider, "--host", "localhost", "--port", str(port), "--require-nonce", "true", "--user-claims", '{"sub": "user-7", "preferred_username": "eve"}'],
            stdout=log, stderr=subprocess.STDOUT)
    issuer = f"http://localhost:{port}"
    try:
        def answers():
            try:
                return fetch(issuer + "/.well-known/openid-configuration").status == 200
            except OSError:
                return False

        until(answers, "the provider to answer")
        configuration = folder / ".config/freshet/config.toml"
        configuration.parent.mkdir(parents=True)
        configuration.write_text(f'[openid]\nissuer = "{issuer}"\nclient-id = "freshet"\nname = "Example ID"\n{rules}')
        subprocess.run(
            [PROGRAM, "accounts", "password", "admin", "--data", folder / "data"], input=PASSWORD.encode() + b"\n", check=True,
            capture_output=True, env=BARE | {"HOME": str(folder)})
        made = World(folder, environment={"FRESHET_OPENID_SECRET": "a secret of the client"})
        try:
            yield made.server
        finally:
            made.end()
    finally:
        process.terminate()
        process.wait()


def agree(reader):
    """Signs in at the provider as its user, and waits for the page that the reader wanted."""
    reader.sees("button[value='user-7']")
    reader.leads(lambda: reader.click("button[value='user-7']"))


def test_a_reader_signs_in_with_a_provider_and_lands_on_the_wanted_page(reader, tmp_path):
    with signing_in(tmp_path, "add-accounts = true\n") as server:
        reader.open(server, "/rules")
        assert reader.path.startswith("/login")
        reader.leads(lambda: reader.click("a[href^='/login/openid']"))
        agree(reader)
        until(lambda: reader.path == "/rules", "the rules")
        # The page counts as opened by the reader, and its session's cookie is sent.
        assert not reader.count("html[data-foreign]")
        reader.open(server, "/account")
        reader.reads("Signed in as eve")
        assert "Example ID" in reader.text()


def test_an_account_links_an_identity_on_its_page_and_signs_in_with_it(reader, tmp_path):
    with signing_in(tmp_path, "") as server:
        reader.open(server, "/login?return=/account")
        reader.leads(lambda: reader.click("a[href^='/login/openid']"))
        agree(reader)
        reader.reads("No account is linked to this identity")
        reader.open(server, "/login?return=/account")
        reader.type("#name", "admin")
        reader.type("#password", PASSWORD)
        reader.leads(lambda: reader.click("form.login button"))
        reader.leads(lambda: reader.click("a[href='/account/openid']"))
        agree(reader)
        until(lambda: reader.path == "/account", "the account")
        reader.sees("form button[aria-label^='Unlink']")
        reader.leads(lambda: reader.click("form[action='/logout'] button"))
        reader.open(server, "/login?return=/rules")
        reader.leads(lambda: reader.click("a[href^='/login/openid']"))
        agree(reader)
        until(lambda: reader.path == "/rules", "the rules")
