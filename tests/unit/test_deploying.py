"""What `deploy/` says fits together, and fits the program; containers cannot be started by tests."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from company.archive.place import place_at
from company.cluster.connecting import is_elsewhere

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / "deploy" / name).read_text())


def text(name: str) -> str:
    return (ROOT / "deploy" / name).read_text()


def ports(service: dict[str, Any]) -> set[str]:
    return {each.rsplit(":", 1)[1] for each in service["ports"]}


def test_the_image_has_what_a_node_needs() -> None:
    (asked,) = re.findall(r"'decision-company\[([a-z,]+)\]'", text("Dockerfile"))
    assert set(asked.split(",")) <= EXTRAS.keys() and "cluster" in asked
    (version,) = re.findall(r"FROM python:([\d.]+)", text("Dockerfile"))
    assert tuple(map(int, version.split("."))) >= tuple(map(int, PROJECT["requires-python"].strip(">=").split(".")))
    assert "USER company" in text("Dockerfile")


def test_compose_starts_a_database_a_head_and_workers_that_find_each_other() -> None:
    services = read("compose.yaml")["services"]
    database, head, worker = (services[name] for name in ("database", "head", "worker"))
    (gcs,) = re.findall(r" --port=(\d+)", head["command"])
    (client,) = re.findall(r"--ray-client-server-port=(\d+)", head["command"])
    assert f"--address=head:{gcs}" in worker["command"] and client in ports(head)
    assert "--num-cpus=0" in head["command"] and "--block" in head["command"] and "--block" in worker["command"]
    assert all(each["build"] == "." for each in (head, worker)) and (ROOT / "deploy" / "Dockerfile").is_file()
    volumes = read("compose.yaml")["volumes"].keys()
    assert {each.split(":")[0] for each in database["volumes"]} <= volumes
    for service in services.values():
        assert all(each.startswith("127.0.0.1:") for each in service.get("ports", ())), "open to other machines"
    assert {"seccomp=unconfined", "systempaths=unconfined"} <= set(worker["security_opt"])


def test_the_command_that_compose_tells_of_goes_to_what_it_starts() -> None:
    told = text("compose.yaml")
    (database,) = re.findall(r"--database (\S+)", told)
    (on,) = re.findall(r"--on (\S+)", told)
    place, made = place_at(database, "wine"), read("compose.yaml")["services"]["database"]["environment"]
    assert place.url.username == made["POSTGRES_USER"] and place.url.database == made["POSTGRES_DB"]
    assert is_elsewhere(on) and on.rsplit(":", 1)[1] in ports(read("compose.yaml")["services"]["head"])


def test_no_cluster_takes_orders_from_whoever_has_no_token() -> None:
    services = read("compose.yaml")["services"]
    for node in (services["head"], services["worker"]):
        assert node["environment"]["RAY_AUTH_MODE"] == "token"
        assert re.fullmatch(r"\$\{RAY_AUTH_TOKEN:\?.+\}", node["environment"]["RAY_AUTH_TOKEN"]), "no start without one"
    made = read("kuberay.yaml")
    assert made["spec"]["authOptions"]["mode"] == "token"
    # The operator keeps the token in a secret that is called as the cluster, so that none of ours may be.
    ours = {re.split(r"\s+", line)[-2] for line in text("kuberay.yaml").splitlines() if "create secret" in line}
    assert ours == {"company-database"} and made["metadata"]["name"] not in ours
    assert f"get secret {made['metadata']['name']} " in text("kuberay.yaml")


@pytest.mark.parametrize("group", ["headGroupSpec", "workerGroupSpecs"])
def test_kubernetes_is_told_what_each_node_may_take(group: str) -> None:
    made = read("kuberay.yaml")
    assert (made["apiVersion"], made["kind"]) == ("ray.io/v1", "RayCluster")
    spec = made["spec"][group] if group == "headGroupSpec" else made["spec"][group][0]
    (container,) = spec["template"]["spec"]["containers"]
    assert container["resources"]["limits"].keys() >= {"cpu", "memory"}
    assert all(isinstance(value, str) for value in spec["rayStartParams"].values()), "KubeRay takes strings alone"
    if group == "headGroupSpec":
        assert spec["rayStartParams"]["num-cpus"] == "0"
        assert {each["name"] for each in container["ports"]} == {"gcs", "dashboard", "client"}
    else:
        assert spec["minReplicas"] <= spec["replicas"] <= spec["maxReplicas"]
        assert container["securityContext"]["seccompProfile"]["type"] == "Unconfined"
        (password,) = container["env"]
        assert password["name"] == "PGPASSWORD"
        assert f"secret generic {password['valueFrom']['secretKeyRef']['name']} " in text("kuberay.yaml")


def test_the_version_of_ray_is_one_that_the_extra_allows() -> None:
    (bounds,) = (each for each in EXTRAS["cluster"] if each.startswith("ray"))
    least, below = re.findall(r"\d[\d.]*", bounds)
    told = read("kuberay.yaml")["spec"]["rayVersion"]

    def order(version: str) -> list[int]:
        return [int(part) for part in version.split(".")]

    assert order(least) <= order(told)[:2] < order(below)
    assert f"'ray[default]=={told}'" in text("Dockerfile"), "the operator is told of another version than the image has"
