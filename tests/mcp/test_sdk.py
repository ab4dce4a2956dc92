"""The official client of the protocol, in both of its ways to begin, finds nothing amiss."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.client import PROJECT

mcp = pytest.importorskip("mcp", reason="the official client (PyPI: mcp) is not installed")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

from mcp import Client, StdioServerParameters  # noqa: E402 - after the skip
from mcp.client.stdio import stdio_client  # noqa: E402


async def converse(mode: str, home: Path) -> dict[str, Any]:
    environment = {"HOME": str(home), "PYTHONPATH": str(PROJECT)}
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memoryd", "mcp", "--audience", "private"],
        env=environment,
        cwd=str(PROJECT),
    )
    async with Client(stdio_client(server), mode=mode) as client:
        found: dict[str, Any] = {"version": client.protocol_version}
        found["tools"] = (await client.list_tools()).tools
        kept = await asyncio.gather(
            *(client.call_tool("memory_remember", {"text": f"Step {n} is done",
                                                   "about": "projects/beacon"}) for n in range(5)),
        )  # fmt: skip
        found["kept"] = [result.is_error for result in kept]
        found["entity"] = await client.call_tool("memory_entity", {"entity": "beacon"})
        found["get"] = await client.call_tool("memory_get", {"path": "memory/1999-01-01.md"})
        found["context"] = await client.call_tool("memory_context", {"budget": 400})
        found["wrong"] = await client.call_tool("memory_entity", {"entity": 7})
        listed = (await client.list_resources()).resources
        found["resources"] = [str(resource.uri) for resource in listed]
        read = await client.read_resource("memory://entities/projects/beacon")
        found["read"] = read.contents[0].text
        found["templates"] = (await client.list_resource_templates()).resource_templates
        return found


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_the_official_client_lists_calls_and_reads(home: Path, mode: str, version: str) -> None:
    found = asyncio.run(converse(mode, home))

    assert found["version"] == version
    names = {tool.name: tool.annotations.read_only_hint for tool in found["tools"]}
    assert names == {
        "memory_search": True, "memory_get": True, "memory_remember": False,
        "memory_entity": True, "memory_context": True,
    }  # fmt: skip
    assert found["kept"] == [False] * 5
    assert len(found["entity"].structured_content["facts"]) == 5
    assert found["get"].structured_content["status"] == "not_found"
    assert "<memoryd-context" in found["context"].content[0].text
    assert found["wrong"].is_error
    assert "memory://entities/projects/beacon" in found["resources"]
    assert "Step 4 is done" in found["read"]
    assert found["templates"]
