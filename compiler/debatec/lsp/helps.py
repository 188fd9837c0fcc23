"""What the functions of expressions give, each in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

FUNCTION_HELP: Mapping[str, str] = {
    "abs": "The number without its sign.",
    "all": "Whether the condition holds of every valid reply of the latest N rounds; `it` is one.",
    "any": "Whether the condition holds of a valid reply of the latest N rounds; `it` is one.",
    "before": "What `x` was k readings ago in this phase; absent before the first one.",
    "count": "How many valid replies of the latest N rounds the condition holds of; `it` is one.",
    "last": "The last valid reply given in the step; absent before the first.",
    "live": "How many seats of a role or group were not dropped.",
    "max": "The largest of some numbers.",
    "mean": "The mean of `x` over the valid replies that have one; absent where none has.",
    "min": "The smallest of some numbers.",
    "overlap": "How far the latest replies share their keywords, from 0 to 1.",
    "own": "The latest valid reply of `seat` in the step, of any round; absent before the first.",
    "similarity": "How alike two texts are, from 0 to 1, by their pairs of characters.",
    "streak": "In how many readings in a row, up to this one, the condition held.",
    "sum": "The sum of `x`, an expression over `it`, over the valid replies that have one.",
    "verbatim": "Whether each of some texts, or one, stands in another word for word.",
    "words": "How many words a text has.",
}
