"""Beside the checks of schemathesis: a write that was done stands in the journal, under the name of the caller.

Half of the values that name something are replaced by names that the demo organization knows, or next to no call would
come to the point where something is written.
"""

import json
import os
import re
import urllib.parse
import urllib.request
import zlib

import schemathesis

API = os.environ["CURFEW_JUDGE_API"]
SECRET = os.environ["CURFEW_JUDGE_SECRET"]
ACTOR = os.environ["CURFEW_JUDGE_ACTOR"]
WRITES = os.environ["CURFEW_JUDGE_WRITES"]
QUESTIONS = set(json.loads(os.environ["CURFEW_JUDGE_QUESTIONS"]))
UNCHANGED = json.loads(os.environ["CURFEW_JUDGE_UNCHANGED"])
KNOWN = json.loads(os.environ["CURFEW_JUDGE_KNOWN"])
HISTORIES = [
    "budget-versions",
    "team-versions",
    "top-up-versions",
    "exemption-versions",
    *[f"records/{kind}/versions" for kind in KNOWN["names"]["kind"]],
]


def drawn(value):
    """A number that follows from the value alone, so that a seed gives the same calls again."""
    return zlib.crc32(repr(value).encode("utf-8", "surrogatepass"))


def replaced(values):
    if not isinstance(values, dict):
        return values
    result = {}
    for name, value in values.items():
        draw = drawn((name, value))
        known = KNOWN["names"].get(name)
        result[name] = known[(draw >> 1) % len(known)] if known and draw % 2 else value
    return result


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    # Node ends a call with more than 16 KB of headers, the address among them, before Curfew sees it.
    return {
        name: value[:1000] if isinstance(value, str) else value for name, value in replaced(path_parameters or {}).items()
    }


@schemathesis.hook
def map_query(context, query):
    return replaced(query)


@schemathesis.hook
def map_headers(context, headers):
    # A version that is made up fits no record.
    if headers and drawn(dict(headers)) % 2:
        return {name: value for name, value in headers.items() if name.lower() != "if-match"}
    return headers


@schemathesis.hook
def map_body(context, body):
    bodies = KNOWN["bodies"].get(context.operation.definition.raw.get("operationId"))
    draw = drawn(body)
    return bodies[(draw >> 1) % len(bodies)] if bodies and draw % 2 else replaced(body)


def asked(path, **query):
    url = f"{API}/{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {SECRET}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def rows(found):
    return found["rows"] if isinstance(found, dict) else found


def journaled():
    return {row["id"] for row in rows(asked("journal", order="newest", count=40, actor=ACTOR))}


def versions():
    """The history of every record that people edit: it grows with each edit that is made."""
    return [asked(path) for path in HISTORIES]


def key_of(case):
    """What makes a call be done once, however often it is made; None without."""
    named = {name.lower(): value for name, value in (case.headers or {}).items()}
    key = named.get("idempotency-key")
    return None if key is None else (case.operation.definition.raw.get("operationId"), str(key))


seen = journaled()
recorded = versions()
keys_used = set()


@schemathesis.check
def journal_conformance(context, response, case):
    global recorded, seen
    definition = case.operation.definition.raw
    is_write = case.method.upper() in ("POST", "PUT", "DELETE") and definition.get("operationId") not in QUESTIONS
    if not is_write or not 200 <= response.status_code < 300:
        return
    now = journaled()
    before, seen = seen, now
    recorded_before, recorded = recorded, versions()
    with open(WRITES, "a", encoding="utf-8") as file:
        file.write(f"{definition.get('operationId')}\n")
    key = key_of(case)
    is_repeat = key in keys_used
    if key is not None:
        keys_used.add(key)
    if not now - before:
        answer = response.content[:300].decode("utf-8", "replace")
        is_none = is_repeat or any(re.search(pattern, answer) for pattern in UNCHANGED)
        if is_none and recorded == recorded_before:
            return
        body = json.dumps(case.body, default=str)[:300]
        raise AssertionError(f"done, and not in the journal: {body} {answer}")
