"""The files in the deploy folder for several servers: what they name exists, and fits together. No container engine runs."""

import re
import subprocess

import yaml
from programs import PROGRAM, ROOT

DEPLOY = ROOT / "deploy"
compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
services = compose["services"]
servers = {name: service for name, service in services.items() if service.get("image") == "freshet"}
proxy = (DEPLOY / "nginx-two-servers.conf").read_text()


def test_two_servers_share_one_database_and_one_folder():
    assert len(servers) == 2
    for server in servers.values():
        address = server["environment"]["FRESHET_STORE"]
        user, host, name = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", address).groups()
        database = services[host]
        assert (user, name) == (database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"])
        assert server["environment"]["PGPASSWORD"] == database["environment"]["POSTGRES_PASSWORD"]
        assert server["depends_on"][host]["condition"] == "service_healthy" and "healthcheck" in database
        assert server["volumes"] == ["data:/data"]
    assert set(compose["volumes"]) == {"database", "data"}


def test_no_secret_is_in_the_file():
    for service in services.values():
        for name, value in service.get("environment", {}).items():
            if re.search(r"PASSWORD|TOKEN", name):
                assert re.fullmatch(r"\$\{\w+:\?.+\}", value), f"{name} is in the file"


def test_the_program_knows_the_servers_options():
    for server in servers.values():
        command, *options = server["command"]
        help = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, check=True).stdout
        for option in options:
            assert not option.startswith("--") or option in help, f"{option} is no option of freshet {command}"
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()


def test_the_proxy_leads_to_the_servers():
    ports = {command[command.index("--port") + 1] for command in (server["command"] for server in servers.values())}
    assert set(re.findall(r"server (\w+):(\d+)", proxy)) == {(name, port) for name in servers for port in ports}
    mounted = [volume.split(":") for volume in services["proxy"]["volumes"]]
    assert any((DEPLOY / source).is_file() and target.endswith(".conf") for source, target, *_ in mounted)
    folders = [target for _, target, *_ in mounted if not target.endswith(".conf")]
    for path in re.findall(r"ssl_certificate(?:_key)? (\S+);", proxy):
        assert any(path.startswith(folder + "/") for folder in folders), f"{path} isn't mounted"
    # The servers believe its headers only if they know its address.
    address = services["proxy"]["networks"]["inner"]["ipv4_address"]
    for server in servers.values():
        assert server["command"][server["command"].index("--proxy") + 1] == address and "inner" in server["networks"]
    name = re.search(r"server_name (\S+);", proxy)[1]
    assert all(f"https://{name}" in server["command"] for server in servers.values())


def test_a_proxy_that_signs_readers_in_passes_on_the_addresses_of_programs_and_no_pages():
    pattern = re.search(r"location ~ (\^\S+) \{", (ROOT.parent / "docs/serve.md").read_text())[1]
    programs = [
        "/api/unread", "/api/greader.php/reader/api/0/tag/list", "/api/fever.php", "/fever", "/fever/", "/v1/me", "/reader/api/0/token",
        "/accounts/ClientLogin", "/feeds/5ec2e7/unread.atom", "/websub/5ec2e7", "/pictures/5ec2e7", "/icons/5ec2e7",
    ]
    pages = [
        "/", "/accounts", "/accounts/", "/accounts/ClientLoginx", "/account", "/account/openid", "/news/top", "/unread", "/login", "/rules",
        "/feedsx", "/export.json", "/web/https%3A%2F%2Fexample.org%2Fapi%2F", "/worker.js", "/assets/page.js", "/avatars/5ec2e7",
    ]
    assert [path for path in programs if not re.search(pattern, path)] == []
    assert [path for path in pages if re.search(pattern, path)] == []
