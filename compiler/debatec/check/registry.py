"""Every rule by its id: what the ids of diagnostics stand for."""

from __future__ import annotations

from debatec.frozen import frozen
from debatec.source.diagnostic import Severity

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@frozen
class RuleInfo:
    """A kind of fault: its id, its name in words, and what it is about in one sentence."""

    id: str
    name: str
    summary: str
    severity: Severity = ERROR
    default: bool = True
    """Whether it is on unless a project says otherwise."""


FAMILIES = {
    "DB1": "YAML",
    "DB2": "Keys and values",
    "DB3": "Texts and expressions",
    "DB4": "Names and references",
    "DB5": "Graph and termination",
    "DB6": "Limits",
    "DB7": "Agents and recorded replies",
    "DB8": "Comments and settings",
    "DB9": "Tests and versions",
}
"""The start of a rule's id -> what such rules are about."""

RULES: tuple[RuleInfo, ...] = (
    RuleInfo("DB100", "unreadable-text", "The file is no text: not UTF-8, too large, or binary."),
    RuleInfo("DB101", "syntax", "The file is not well-formed YAML."),
    RuleInfo("DB102", "duplicate-key", "A mapping has the same key twice."),
    RuleInfo("DB103", "key-not-text", "A key is a number, a list or a mapping."),
    RuleInfo("DB104", "tag-or-directive", "YAML tags and directives are not allowed."),
    RuleInfo("DB105", "number-too-long", "A number has more digits than any value needs."),
    RuleInfo("DB106", "look-alike", "A text that YAML 1.1 reads as something else.", WARNING),
    RuleInfo("DB107", "merge-key", "Merge keys are not supported."),
    RuleInfo("DB108", "nested-too-deep", "Lists and mappings stand too deep in one another."),
    RuleInfo("DB109", "unknown-alias", "An alias has no anchor before it, or holds itself."),
    RuleInfo("DB110", "one-document", "The file is empty, or holds more than one document."),
    RuleInfo("DB111", "too-many-nodes", "Aliases stand for more values than a spec may have."),
    RuleInfo("DB112", "comment-cuts-text", "The rest of a text is read as a comment.", WARNING),
    RuleInfo("DB113", "comma-splits-value", "A comma splits an unquoted value inside { }."),
    RuleInfo("DB201", "unknown-key", "A mapping has a key that means nothing there."),
    RuleInfo("DB202", "missing-key", "A mapping lacks a key that it needs."),
    RuleInfo("DB203", "wrong-kind", "A value is of another type than its key takes."),
    RuleInfo("DB204", "wrong-word", "A value is none of the words that its key takes."),
    RuleInfo("DB205", "out-of-bounds", "A value is too small, too large, too short or too long."),
    RuleInfo("DB206", "wrong-pattern", "A name or a value is not spelt as it has to be."),
    RuleInfo("DB207", "wrong-form", "A value has none of the forms that are allowed there."),
    RuleInfo("DB208", "other-file", "The file is another one of debatec's, and no debate."),
    RuleInfo("DB209", "unknown-language", "The version of the language is not known."),
    RuleInfo("DB301", "template-syntax", "A text or an expression cannot be read."),
    RuleInfo("DB302", "unknown-name", "A text or an expression uses a name that is not there."),
    RuleInfo("DB303", "unknown-field", "A value has no field of that name."),
    RuleInfo("DB304", "unknown-filter", "There is no filter of that name."),
    RuleInfo("DB305", "unknown-function", "There is no function of that name here."),
    RuleInfo("DB306", "wrong-arguments", "A function or filter is given what it does not take."),
    RuleInfo("DB307", "not-allowed", "A construct of Jinja is not part of the language."),
    RuleInfo("DB308", "wrong-type", "A value is of a type that cannot stand there."),
    RuleInfo("DB309", "may-be-absent", "A text uses what nobody may have given on some path."),
    RuleInfo("DB310", "folded-template", "A '>' scalar folds the lines of a template.", WARNING),
    RuleInfo("DB311", "broken-braces", "'{ {' is no Jinja and reaches the agent.", WARNING),
    RuleInfo(
        "DB312", "no-value", "A value is no literal of its key and no expression over inputs."
    ),
    RuleInfo("DB401", "reserved-name", "A name is a word of the language."),
    RuleInfo("DB402", "duplicate-name", "Roles, groups, phases and steps share their names."),
    RuleInfo("DB403", "unknown-role", "No role or group has that name."),
    RuleInfo("DB404", "unknown-step", "No step or phase has that name."),
    RuleInfo("DB405", "unknown-prompt", "No prompt has that name."),
    RuleInfo("DB406", "unknown-block", "No block has that name."),
    RuleInfo("DB407", "group-cycle", "A group is a member of itself."),
    RuleInfo("DB408", "seat-twice", "A role stands twice in a group or among the speakers."),
    RuleInfo("DB409", "unused-prompt", "No role or step uses a prompt.", WARNING),
    RuleInfo("DB410", "unused-role", "No step asks a role.", WARNING),
    RuleInfo("DB411", "unused-group", "Nothing refers to a group.", WARNING),
    RuleInfo("DB412", "unused-input", "No text or expression uses an input.", WARNING),
    RuleInfo("DB413", "unused-block", "No step returns a block.", WARNING),
    RuleInfo("DB414", "unknown-part", "No reply that is heard has the part to take."),
    RuleInfo("DB415", "options-and-choice", "A choice needs options, and only a choice does."),
    RuleInfo("DB416", "no-ballot", "A tally counts a step that casts no ballots."),
    RuleInfo("DB417", "no-findings", "A ledger folds a step that reports no findings."),
    RuleInfo("DB418", "rule-name", "A stop rule has the name of another end."),
    RuleInfo("DB419", "reply-field", "A field of a block has the name of a part of every reply."),
    RuleInfo("DB420", "stand-in-fields", "Stand-ins and the fields of their block differ."),
    RuleInfo("DB421", "stand-in-value", "A stand-in does not fit its field."),
    RuleInfo("DB422", "default-refused", "A default is refused by the schema beside it."),
    RuleInfo("DB423", "empty-range", "A minimum is above its maximum."),
    RuleInfo("DB424", "one-option", "A choice has fewer than two options.", WARNING),
    RuleInfo("DB425", "veto-of-nothing", "A veto has no synthesis to be about."),
    RuleInfo("DB426", "prompt-file", "A prompt's file cannot be used."),
    RuleInfo(
        "DB427", "preset-refused", "A preset sets what is no input, or what its schema refuses."
    ),
    RuleInfo("DB428", "covers-no-ledger", "A reply has to cover what is no ledger before it."),
    RuleInfo("DB429", "repeated-section", "A reply has to have the same heading twice.", WARNING),
    RuleInfo(
        "DB430",
        "untold-input",
        "A role is never told what the debate is about.",
        WARNING,
        default=False,
    ),
    RuleInfo("DB431", "name-in-text", "Hiding a name takes a word out of replies.", WARNING),
    RuleInfo("DB440", "no-base", "The debate that a spec extends is not there."),
    RuleInfo("DB441", "base-cycle", "A spec extends itself."),
    RuleInfo("DB442", "broken-base", "The debate that a spec extends has errors."),
    RuleInfo("DB443", "nothing-to-remove", "A name is taken away that the base does not have."),
    RuleInfo("DB444", "not-locked", "What a spec extends is not what was locked."),
    RuleInfo("DB501", "unbounded", "A value has no number that bounds the debate."),
    RuleInfo("DB502", "hears-nothing", "A prompt uses replies that its turns never hear."),
    RuleInfo("DB503", "selects-nothing", "A selector never matches a reply.", WARNING),
    RuleInfo("DB504", "wide-window", "A window has at least as many rounds as its phase."),
    RuleInfo("DB505", "lone-sequence", "One seat speaks in a sequential step.", WARNING),
    RuleInfo("DB506", "quorum-too-high", "A quorum is above the number of seats."),
    RuleInfo("DB507", "not-before", "A program step reads a step that comes after it."),
    RuleInfo("DB508", "silent-phase", "Nobody speaks in a phase."),
    RuleInfo("DB509", "always-last", "A phase comes after a closing one."),
    RuleInfo("DB510", "silent-result", "The result is the text of a step that does not speak."),
    RuleInfo("DB511", "skipped-result", "An early end can leave out the result.", WARNING),
    RuleInfo("DB512", "constant-condition", "A stop rule reads nothing of the debate.", WARNING),
    RuleInfo("DB513", "dead-rule", "A stop rule comes after an equal one.", WARNING),
    RuleInfo("DB514", "too-few-rounds", "A stop rule needs more rounds than there are.", WARNING),
    RuleInfo("DB515", "out-of-range", "A comparison has the same result every time.", WARNING),
    RuleInfo("DB516", "tie-possible", "A tally without 'pass' can tie.", WARNING),
    RuleInfo("DB517", "only-closing", "Every phase of a debate is a closing one."),
    RuleInfo("DB518", "reveals-limit", "A text may tell a number of rounds that is hidden."),
    RuleInfo(
        "DB519", "hidden-after-named", "A seat knows authors whose names are hidden.", WARNING
    ),
    RuleInfo("DB520", "quorum-above-fewest", "A small cast never meets a quorum.", WARNING),
    RuleInfo("DB521", "no-speakers", "A condition leaves nobody to speak in a step."),
    RuleInfo("DB522", "word-in-prose", "A condition looks for a word in prose.", WARNING),
    RuleInfo(
        "DB523", "outcome-before-decision", "A success can come before its decision.", WARNING
    ),
    RuleInfo("DB601", "idle-over-turn", "A turn ends before it can be idle so long.", WARNING),
    RuleInfo("DB602", "time-under-turn", "The debate's time is shorter than one turn.", WARNING),
    RuleInfo("DB603", "too-large", "The debate has more turns than a graph may hold."),
    RuleInfo("DB604", "limit-under-reply", "One reply can use up what the debate may.", WARNING),
    RuleInfo("DB605", "many-rounds", "A phase has more rounds than help.", WARNING, default=False),
    RuleInfo("DB701", "unknown-agent", "The default agent is not in the registry."),
    RuleInfo("DB702", "exposed-key", "A key would be sent without encryption."),
    RuleInfo("DB703", "unknown-turn", "A recorded reply is for a turn that the debate never has."),
    RuleInfo("DB704", "unknown-actor", "A file of behavior names what its debate has not."),
    RuleInfo("DB801", "unused-suppression", "A comment hides a rule that finds nothing.", WARNING),
    RuleInfo("DB802", "unknown-rule", "A comment or a setting names a rule there is not.", WARNING),
    RuleInfo(
        "DB803", "wrong-suppression", "A comment is to hide findings and hides none.", WARNING
    ),
    RuleInfo("DB901", "missed-expectation", "A test comes to something else than it expects."),
    RuleInfo("DB902", "unknown-in-test", "A test names what its debate has not."),
    RuleInfo("DB903", "unasked-reply", "No turn asks for a reply that a test has.", WARNING),
    RuleInfo("DB904", "unanswered-turn", "A turn is asked for which a test has no reply."),
    RuleInfo("DB905", "misfitting-block", "A block of a test is none that its turn returns."),
    RuleInfo("DB906", "unusable-test", "A test has no debate, or one that it cannot carry out."),
    RuleInfo("DB951", "version-not-raised", "A debate changed, and its version does not say so."),
)
"""Sorted by id."""

BY_ID = {rule.id: rule for rule in RULES}
