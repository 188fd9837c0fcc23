"""Mistakes that people report of other tools, and the rule that finds each in a debate.

A report is left out when it is about what only a run can show. Where there is no rule, the report
asks for something that has to be right here.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from debatec.check.pipeline import compile_source
from debatec.check.registry import BY_ID
from debatec.source.decode import decode
from debatec.source.text import Source
from tools.examples import completed


@dataclass(frozen=True, slots=True)
class Report:
    """What went wrong and where that is told, a debate with it, and the rules that find it."""

    about: str
    link: str
    text: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.about


def talk(step: str, rounds: str = "2", stop: str = "") -> str:
    """A phase of one step, and its stop rule."""
    rules = f"    stop:\n      - {stop}\n" if stop else ""
    return f"format:\n  - id: talk\n    rounds: {rounds}\n    steps:\n      - {{{step}}}\n{rules}"


SAY = "id: say, speakers: [pro, con], prompt: Say what you think."
GITHUB = "https://github.com/"
REPORTS = (
    Report(
        "a limit by another name has no effect",
        f"{GITHUB}microsoft/autogen/issues/3501",
        "limits: {max_turns: 10}\n",
        ("DB201",),
    ),
    Report(
        "nothing ends the talk but the provider's limit",
        f"{GITHUB}microsoft/autogen/issues/108",
        "inputs: {rounds: {type: integer, minimum: 1}}\n" + talk(SAY, "inputs.rounds"),
        ("DB501",),
    ),
    Report(
        "a word in a reply is to end it",
        f"{GITHUB}microsoft/autogen/issues/133",
        talk(SAY, stop="ended: any(say, 'TERMINATE' in it.text)"),
        ("DB522",),
    ),
    Report(
        "a review that begins with the word of approval is one",
        f"{GITHUB}assafelovic/gpt-researcher/issues/1881",
        talk(SAY, stop="accepted: any(say, 'None' in it.text)"),
        ("DB522",),
    ),
    Report(
        "the judge cannot end the debate",
        f"{GITHUB}stephenlzc/AI-Agent-Debate_Autogen_Turtorial/issues/5",
        "roles: {judge: {}}\n"
        + talk("id: rule, speakers: judge, prompt: Judge.", stop="over: rule.text == 'over'"),
        ("DB522",),
    ),
    Report(
        "a stop condition is never hit",
        f"{GITHUB}langchain-ai/langgraph/issues/148",
        talk(f"{SAY}, returns: status", stop="agreed: count(say, it.position == 'agree') > 2"),
        ("DB515",),
    ),
    Report(
        "the number of rounds that is set is not read",
        f"{GITHUB}TauricResearch/TradingAgents/issues/170",
        "inputs: {rounds: {type: integer, minimum: 1, default: 5}}\n",
        ("DB412",),
    ),
    Report(
        "a loop of redrafts has no end",
        f"{GITHUB}assafelovic/gpt-researcher/issues/767",
        "inputs: {often: {type: integer, minimum: 1}}\n"
        "synthesis: {speakers: pro, prompt: Write it down.}\n"
        "veto: {voters: con, redrafts: inputs.often}\n",
        ("DB501",),
    ),
    Report(
        "a cap looks like a consensus",
        f"{GITHUB}NousResearch/hermes-agent/issues/98004",
        talk(f"{SAY}, returns: status", stop="rounds: all(say, it.position == 'agree')"),
        ("DB418",),
    ),
    Report(
        "a stop word is taken for a speaker",
        f"{GITHUB}microsoft/autogen/issues/1064",
        "roles: {nothing: {}, con: {}}\n"
        + talk("id: say, speakers: [nothing, con], prompt: Say what you think."),
        ("DB401",),
    ),
    Report(
        "two agents have one name",
        f"{GITHUB}ag2ai/ag2/issues/2332",
        "roles:\n  pro: {}\n  con: {}\n  pro: {lens: finds holes}\n",
        ("DB102",),
    ),
    Report(
        "the provider refuses a name with a blank",
        f"{GITHUB}microsoft/autogen/issues/1507",
        "roles: {Pro Side: {}, con: {}}\n"
        + talk("id: say, speakers: con, prompt: Say what you think."),
        ("DB206",),
    ),
    Report(
        "names that differ in case only become one",
        f"{GITHUB}openai/openai-agents-python/issues/4118",
        "roles: {billing: {}, Billing: {}}\n"
        + talk("id: say, speakers: billing, prompt: Say what you think."),
        ("DB206",),
    ),
    Report(
        "agents without number are started",
        f"{GITHUB}anthropics/claude-code/issues/92691",
        "roles: {crowd: {seats: 1000}}\n"
        + talk("id: say, speakers: crowd, prompt: Say what you think.", "900"),
        ("DB603",),
    ),
    Report(
        "an approval in prose is counted wrong",
        f"{GITHUB}nyldn/claude-octopus/pull/1035",
        talk(SAY) + "      - {id: verdict, kind: tally, of: say, pass: majority}\n",
        ("DB416",),
    ),
    Report(
        "a denied concession counts as one",
        f"{GITHUB}ZaxbyHub/opencode-swarm/pull/2751",
        talk(SAY, stop="conceded: any(say, 'I concede' in it.text)"),
        ("DB522",),
    ),
    Report(
        "braces of JSON break a prompt",
        f"{GITHUB}crewAIInc/crewAI/issues/1754",
        talk('id: say, speakers: [pro, con], prompt: \'Answer as {"a": {"b": 1}}, please.\''),
    ),
    Report(
        "braces cannot be escaped",
        f"{GITHUB}kestra-io/kestra/issues/1244",
        talk("id: say, speakers: [pro, con], prompt: 'Write {% raw %}{{ x }}{% endraw %} here.'"),
    ),
    Report(
        "a formatter splits the braces of a name",
        f"{GITHUB}LionSR/TeXRA/pull/2576",
        "inputs: {topic: {type: string}}\n"
        + talk("id: say, speakers: [pro, con], prompt: '{{ inputs.topic }}: { { inputs.topic } }'"),
        ("DB311",),
    ),
    Report(
        "the first speaker argues with an opponent that has not spoken",
        f"{GITHUB}TauricResearch/TradingAgents/issues/1176",
        "roles: {bull: {}, bear: {}}\n"
        + talk("id: say, speakers: bull, sees: reply, prompt: 'Answer {{ reply.text }}'")
        + "      - {id: reply, speakers: bear, prompt: Say what you think.}\n",
        ("DB309",),
    ),
    Report(
        "a variable is missing at run time only",
        f"{GITHUB}langchain-ai/langchain/issues/700",
        talk("id: say, speakers: [pro, con], prompt: 'Speak about {{ topic }}.'"),
        ("DB302",),
    ),
    Report(
        "a variable is never used",
        f"{GITHUB}langchain-ai/langchain/issues/2487",
        "inputs: {topic: {type: string}}\n",
        ("DB412",),
    ),
    Report(
        "a misspelt key is valid",
        f"{GITHUB}MervinPraison/PraisonAI/issues/4306",
        talk(f"{SAY}, quroum: 2"),
        ("DB201",),
    ),
    Report(
        "a timeout is read and not used",
        f"{GITHUB}fullsend-ai/fullsend/issues/7223",
        "limits: {timeout_minutes: 5}\n",
        ("DB201",),
    ),
    Report(
        "the message lists every form a value could have",
        f"{GITHUB}IBM/prompt-declaration-language/issues/202",
        talk(f"{SAY}, sees: 3"),
        ("DB203",),
    ),
    Report(
        "nodes that are never reached are found at run time",
        f"{GITHUB}langgenius/dify/pull/27106",
        "roles: {peer: {seats: 3}}\n"
        + talk("id: say, speakers: peer, prompt: Say what you think.")
        + "      - {id: end, speakers: {who: peer, where: seat.number > 3}, prompt: End it.}\n",
        ("DB521",),
    ),
    Report(
        "a file that is no YAML starts an empty graph",
        f"{GITHUB}sseshachala/conductai/pull/220",
        "name: [\n",
        ("DB101",),
    ),
    Report(
        "the last of two equal keys wins",
        f"{GITHUB}yaml/pyyaml/issues/165",
        "limits: {time: 30m}\nlimits: {time: 5m}\n",
        ("DB102",),
    ),
    Report(
        "a place for anchors is refused",
        f"{GITHUB}docker/docker-agent/issues/3112",
        "x-seat: &seat {session: fresh}\nroles: {pro: *seat, con: *seat}\n",
    ),
    Report(
        "a merged key and its override are a duplicate or none",
        f"{GITHUB}recyclarr/recyclarr/issues/957",
        "x-seat: &seat {session: fresh}\nroles: {pro: {<<: *seat, session: persistent}, con: {}}\n",
        ("DB107",),
    ),
    Report(
        "a colon in a description breaks the file",
        f"{GITHUB}anthropics/claude-plugins-community/issues/2390",
        "summary: Two sides: one question.\n",
        ("DB101",),
    ),
    Report(
        "no is a boolean",
        f"{GITHUB}docker/docs/pull/21378",
        "summary: no\n",
        ("DB106",),
    ),
    Report(
        "a healthy turn is cut, a hanging one is not",
        f"{GITHUB}Pasta-Devs/Marinara-Engine/pull/4025",
        "limits: {turn_timeout: 60s, idle_timeout: 2m}\n",
        ("DB601",),
    ),
    Report(
        "the version of a file means nothing",
        f"{GITHUB}microsoft/agent-governance-toolkit/issues/87",
        "debate: v9\n",
        ("DB209",),
    ),
    Report(
        "a run that ends early has no result",
        f"{GITHUB}langchain-ai/langgraph/issues/7313",
        "result: {text: report}\n"
        + talk(SAY)
        + "  - id: end\n    steps:\n"
        + "      - {id: report, speakers: pro, prompt: Write it down.}\n",
        ("DB511",),
    ),
    Report(
        "a misspelt route looks like the end of a workflow",
        f"{GITHUB}google/adk-js/pull/650",
        talk(f"{SAY}, returns: status", stop="agreed: all(say, it.position == 'agre')"),
        ("DB308",),
    ),
    Report(
        "a misspelt field is an error of the run",
        f"{GITHUB}microsoft/agent-framework/issues/8015",
        talk("id: say, speakers: pro, prompt: Say what you think.")
        + "      - {id: rule, speakers: con, sees: say, prompt: 'Judge {{ say.txt }}'}\n",
        ("DB303",),
    ),
    Report(
        "a run begins with a definition that lacks what it needs",
        f"{GITHUB}NTCoding/living-architecture/issues/400",
        "format:\n  - {id: talk, steps: [{id: say, speakers: [pro, con]}]}\n",
        ("DB202",),
    ),
    Report(
        "the provider refuses the name of a role with two words",
        f"{GITHUB}microsoft/autogen/issues/668",
        "roles: {con: {}}\ngroups: {Product Managers: [con]}\n"
        + talk("id: say, speakers: con, prompt: Say what you think."),
        ("DB206",),
    ),
    Report(
        "a list in JSON breaks a prompt",
        f"{GITHUB}crewAIInc/crewAI/issues/2145",
        talk("id: say, speakers: [pro, con], prompt: 'Answer as [{\"a\": 1}], please.'"),
    ),
    Report(
        "two equal keys, and nobody says on which lines",
        f"{GITHUB}snowflakedb/ArcticTraining/issues/85",
        "roles: {pro: {session: fresh, lens: finds holes, session: persistent}, con: {}}\n",
        ("DB102",),
    ),
    Report(
        "an override of a merged key is not found",
        f"{GITHUB}adrienverge/yamllint/issues/175",
        "x-seat: &seat\n  session: fresh\n"
        "roles:\n  pro:\n    <<: *seat\n    session: persistent\n  con: {}\n",
        ("DB107",),
    ),
    Report(
        "which of two merged mappings wins depends on the length of its keys",
        f"{GITHUB}yaml/pyyaml/issues/953",
        "x-one: &one {session: fresh}\nx-two: &two {lens: finds holes}\n"
        "roles: {pro: {<<: [*one, *two]}, con: {}}\n",
        ("DB107",),
    ),
    Report(
        "a colon in the description of an agent breaks the file",
        f"{GITHUB}EveryInc/compound-engineering-plugin/pull/399",
        "roles:\n  pro:\n    lens: Finds holes: in plans, in proofs\n  con: {}\n",
        ("DB101",),
    ),
    Report(
        "yes is a boolean in one program and a text in the next",
        f"{GITHUB}openhab/openhab-core/pull/4199",
        "roles: {pro: {lens: yes}, con: {}}\n",
        ("DB106",),
    ),
    Report(
        "no prompt prints the topic that is given",
        f"{GITHUB}crewAIInc/crewAI/issues/1369",
        "inputs: {topic: {type: string}}\n"
        + talk("id: say, speakers: [pro, con], prompt: Find the next trend in the topic."),
        ("DB412",),
    ),
    Report(
        "an agent of the file takes no part",
        f"{GITHUB}crewAIInc/crewAI-examples/issues/203",
        "roles: {pro: {}, con: {}, director: {lens: leads}}\n",
        ("DB410",),
    ),
    Report(
        "a stage of an agent that does not exist leaves no trace",
        f"{GITHUB}yonatangross/orchestkit/issues/3279",
        talk("id: say, speakers: [pro, con, critic], prompt: Say what you think."),
        ("DB403",),
    ),
    Report(
        "a prompt by another name is dropped",
        f"{GITHUB}kdlbs/kandev/issues/2123",
        talk(f"{SAY}, description: Review it."),
        ("DB201",),
    ),
    Report(
        "the number of an issue cuts a text",
        f"{GITHUB}pleaseai/shunt/issues/535",
        "summary: Reads PR #526, and the coverage of its tests\n",
        ("DB112",),
    ),
    Report(
        "a comma splits a text in braces",
        f"{GITHUB}adrienverge/yamllint/issues/309",
        "roles: {pro: {lens: finds holes, and tells of them}, con: {}}\n",
        ("DB113",),
    ),
    Report(
        "a prompt in a file runs a command",
        f"{GITHUB}langchain-ai/langchain/issues/4394",
        talk("id: say, speakers: [pro, con], prompt: \"A joke {{ ''.__class__.mro() }}\""),
        ("DB307",),
    ),
    Report(
        "a condition holds whatever it compares",
        f"{GITHUB}actions/runner/issues/1173",
        talk(SAY, stop="agreed: \"'no' != 'yes'\""),
        ("DB512",),
    ),
    Report(
        "more copies have to be there than there are",
        f"{GITHUB}open-policy-agent/gatekeeper-library/pull/213",
        "roles: {pro: {}}\n"
        + talk("id: say, speakers: pro, quorum: 2, prompt: Say what you think."),
        ("DB506",),
    ),
    Report(
        "a loop never begins with a limit of zero",
        f"{GITHUB}aden-hive/hive/pull/6705",
        talk(SAY, "0"),
        ("DB205",),
    ),
    Report(
        "a step may take longer than its workflow",
        f"{GITHUB}seal-io/walrus/issues/2048",
        "limits: {turn_timeout: 10m, time: 5m}\n",
        ("DB602",),
    ),
)


@pytest.mark.parametrize("report", REPORTS, ids=str)
def test_a_reported_mistake_is_found(report: Report) -> None:
    found = compile_source(Source("spec.debate.yaml", completed(report.text))).diagnostics
    assert {each.rule for each in found} == set(report.rules), report.link


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param("this is not yaml\n", "DB203", id="MervinPraison/PraisonAI/pull/4869"),
        pytest.param("", "DB110", id="puppetlabs/pdk/pull/1425"),
    ],
)
def test_a_file_that_says_nothing_does_not_pass(text: str, rule: str) -> None:
    found = compile_source(Source("spec.debate.yaml", text)).diagnostics
    assert [each.rule for each in found] == [rule]


def test_a_file_in_another_encoding_is_found() -> None:
    """https://github.com/crewAIInc/crewAI/issues/2715"""
    _, found = decode(completed("summary: Fünf Stühle\n").encode("cp1252"), "spec.debate.yaml")
    assert [each.rule for each in found] == ["DB100"]


def test_a_byte_order_mark_is_none_of_it() -> None:
    """https://github.com/crewAIInc/crewAI/issues/1270"""
    source, found = decode(completed("").encode("utf-8-sig"), "spec.debate.yaml")
    assert found == []
    assert source is not None
    assert compile_source(source).diagnostics == ()


def test_each_is_another_report() -> None:
    links = [report.link for report in REPORTS]
    assert sorted(set(links)) == sorted(links)
    assert {rule for report in REPORTS for rule in report.rules} <= BY_ID.keys()
