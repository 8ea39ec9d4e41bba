"""Statistics as SVG, drawn on the server: they print, and need no script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.words import Language

if TYPE_CHECKING:
    from store.statistics.answer import Answer

FONT = "Noto Sans JP, Noto Sans CJK JP, Hiragino Sans, Yu Gothic UI, Meiryo, sans-serif"
MOST = 40
"""Groups in a chart; the table has the others too."""
WORDS = {
    "nobody": ("(none)", "（なし）"),
    "sample": ("{} matches", "{}対局"),
    "left_out": ("{} matches, {} left out", "{}対局（除外{}）"),
    "win_rate": ("win rate, 95 % interval", "勝率（95％区間）"),
    "illegal_rate": ("illegal, 95 % interval", "違反の率（95％区間）"),
    "match_rate": ("share of matches, 95 % interval", "対局の割合（95％区間）"),
    "long_rate": ("long decisions, 95 % interval", "長考の率（95％区間）"),
    "share": ("share, 95 % interval", "割合（95％区間）"),
    "drawn_rate": ("win rate when drawn, 95 % interval", "引いたときの勝率（95％区間）"),
    "mean": ("mean", "平均"),
    "rating": ("rating", "レーティング"),
    "who": ("who", "本人"),
    "against": ("against", "相手"),
    "opened": ("opened", "開始"),
    "first": ("first", "先手"),
    "later": ("later", "後手"),
}
"""English, Japanese."""
RATE = {"cards": "drawn_rate", "endings": "share", "figures": "share"}
"""Which rate is drawn, where it is not the first."""
VALUE = {"lengths": "mean", "ratings": "rating", "figures_won": "events_of_winners"}
"""What is drawn of statistics without a rate."""


def as_svg(answer: Answer, language: Language) -> str:
    """A chart of an answer."""
    import altair as alt  # late: it takes a second
    import vl_convert

    key = answer.statistic.key
    rows = [_labelled(row, language) for row in answer.rows]
    if key in ("matchups", "head_to_head"):
        chart: Any = _matrix(alt, rows, language)
    elif key == "rating_history":
        chart = _lines(alt, rows, language)
    elif answer.statistic.rates:
        rate = RATE.get(key, answer.statistic.rates[0].name)
        drawn = [row for row in rows if row[rate] is not None]
        chart = _intervals(alt, drawn[:MOST], rate, language)
    else:
        chart = _bars(alt, rows[:MOST], VALUE[key], language)
    left_out = sum(answer.left_out.values())
    title = {
        "text": answer.statistic.title[language.place],
        "subtitle": _word("left_out", language).format(answer.counted, left_out),
        "anchor": "start",
    }
    spec = chart.properties(title=title).configure(font=FONT).to_dict()
    return str(vl_convert.vegalite_to_svg(spec))


def _word(key: str, language: Language) -> str:
    pair = WORDS.get(key)
    return key if pair is None else pair[language.place]


def _labelled(row: dict[str, Any], language: Language) -> dict[str, Any]:
    """A row with a label: what its first columns tell it apart by."""
    names = [name for name in LABELS if name in row]
    parts = []
    for name in names:
        value = row[name]
        if name == "is_first":
            value = _word("first" if value else "later", language)
        elif name == "figure":
            value = row["ja" if language is Language.JA else "en"] or value
        elif value is None and (name != "label" or len(names) == 1):
            value = _word("nobody", language)
        if value is not None:
            parts.append(str(value))
    opened = row.get("opened")
    plain = {**row, "opened": opened.isoformat() + "Z"} if opened is not None else row
    return {**plain, "of": " / ".join(parts)}


LABELS = (
    "deck", "player", "archetype", "seat", "seats", "is_first", "ending", "measure", "card",
    "window", "type", "figure", "label", "rule", "kind", "round", "minute", "who", "against",
)  # fmt: skip
"""The columns that tell rows apart, in this order."""


def _intervals(alt: Any, rows: list[dict[str, Any]], rate: str, language: Language) -> Any:
    axis = alt.Axis(format="%", title=_word(rate, language))
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("of:N", sort=None, title=None, axis=alt.Axis(labelLimit=320))
    )
    return base.mark_rule().encode(
        x=alt.X(f"{rate}_low:Q", axis=axis, scale=alt.Scale(zero=False)), x2=f"{rate}_high:Q"
    ) + base.mark_point(filled=True, size=60).encode(x=alt.X(f"{rate}:Q", axis=axis))


def _bars(alt: Any, rows: list[dict[str, Any]], value: str, language: Language) -> Any:
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("of:N", sort=None, title=None, axis=alt.Axis(labelLimit=320)),
            x=alt.X(f"{value}:Q", title=_word(value, language)),
        )
    )


def _matrix(alt: Any, rows: list[dict[str, Any]], language: Language) -> Any:
    told = [{**row, "n_told": f"n={row['n']}"} for row in rows]
    base = alt.Chart(alt.Data(values=told)).encode(
        x=alt.X("against:N", title=_word("against", language)),
        y=alt.Y("who:N", title=_word("who", language)),
    )
    colour = alt.Color(
        "win_rate:Q",
        title=_word("win_rate", language),
        scale=alt.Scale(domain=[0, 0.5, 1], range=["#b2182b", "#f7f7f7", "#2166ac"]),
        legend=alt.Legend(format="%"),
    )
    size = {"width": alt.Step(64), "height": alt.Step(44)}
    return (
        base.mark_rect().encode(color=colour)
        + base.mark_text(dy=-6).encode(text=alt.Text("win_rate:Q", format=".0%"))
        + base.mark_text(dy=10, size=9).encode(text="n_told:N")
    ).properties(**size)


def _lines(alt: Any, rows: list[dict[str, Any]], language: Language) -> Any:
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("opened:T", title=_word("opened", language)),
            y=alt.Y("rating:Q", title=_word("rating", language)),
            color=alt.Color("who:N", title=_word("who", language)),
        )
    )
