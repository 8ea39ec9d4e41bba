"""Bearer tokens of an outside issuer."""

import json
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm

from api.files import Unusable
from api.settings import Settings
from api.tokens import Tokens
from store import MemoryLedger
from tests.api.asking import Client as Asked
from tests.api.test_keys import CUP, OPENING, refused
from tests.api.test_problems import assert_problem

ISSUER = "https://login.example.org"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ANOTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


@pytest.fixture
def client(tmp_path) -> Asked:
    public = OKPAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
    (tmp_path / "jwks.json").write_text(json.dumps({"keys": [{**public, "kid": "k1"}]}))
    settings = Settings(issuer=ISSUER, jwks=str(tmp_path / "jwks.json"))
    return Asked(MemoryLedger(), settings=settings)


def token(signed_by: Any = KEY, kid: str = "k1", algorithm: str = "EdDSA", **claims: Any) -> str:
    now = int(time.time())
    whole = {"iss": ISSUER, "aud": "senpu", "sub": "aoi", "exp": now + 300, **claims}
    whole = {name: value for name, value in whole.items() if value is not None}
    return jwt.encode(whole, signed_by, algorithm, headers={"kid": kid})


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def test_a_token_carries_roles_and_what_they_are_bound_to(client: Asked):
    judge = bearer(token(scope="openid judge"))
    refused(client.post("/v1/matches", json=OPENING, headers=judge), "judge")
    recorder = bearer(token(scope="recorder", tournaments=[CUP]))
    assert client.post("/v1/matches", json=OPENING, headers=recorder).status_code == 201
    elsewhere = bearer(token(scope=["recorder"], tournaments="Another Cup"))
    refused(client.post("/v1/matches", json=OPENING, headers=elsewhere), "elsewhere")
    assert client.get("/v1/keys", headers=bearer(token(scope="organiser"))).status_code == 200


def test_with_an_issuer_nobody_records_without_a_token(client: Asked):
    refused(client.post("/v1/matches", json=OPENING), "nobody")


@pytest.mark.parametrize(
    "text",
    [
        token(exp=int(time.time()) - 60),
        token(exp=None),
        token(sub=None),
        token(aud="another"),
        token(aud=None),
        token(iss="https://evil.example.org"),
        token(nbf=int(time.time()) + 600),
        token(signed_by=ANOTHER),
        token(kid="k2"),
        jwt.encode({"iss": ISSUER, "aud": "senpu", "sub": "a", "exp": 9e9}, "", "none"),
        token(signed_by="k" * 64, algorithm="HS256"),
        "x.y.z",
    ],
    ids=range(12),
)
def test_a_token_that_is_not_valid_is_refused(client: Asked, text):
    response = client.get("/v1/games", headers=bearer(text))
    assert text not in response.text
    assert_problem(response, 401, "not-identified")


@pytest.mark.parametrize("jwks", [None, "nowhere.json"])
def test_an_issuer_whose_keys_can_not_be_had_keeps_the_server_from_starting(jwks):
    with pytest.raises(Unusable):
        Tokens(Settings(issuer=ISSUER, jwks=jwks))
