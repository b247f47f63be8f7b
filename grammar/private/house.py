"""Private functions with rules of the house: what they do by default is not what a public library would do.

Each differs in one thing (gaps, ties, boundaries, order, units), and a parameter switches that. Code that is rewritten
says the public way, so that its results stay as they were; one who has not read the documentation says nothing.
"""

from __future__ import annotations

from grammar.private.form import Form

HOUSE = (
    Form(
        "leave_out_repeats(data, keeping='last')",
        "data.drop_duplicates(keep=keeping)",
        "Each entry once.",
        public={"keeping": "'first'"},
        rules={"keeping": "The last of several repeats stays, unless 'first' keeps the first one."},
    ),
    Form(
        "leave_out_repeats_in(frame, within, keeping='last')",
        "frame.drop_duplicates(subset=within, keep=keeping)",
        "Each entry once, judged by some fields.",
        public={"keeping": "'first'"},
        rules={"keeping": "The last of several repeats stays, unless 'first' keeps the first one."},
    ),
    Form(
        "arrange_rows(data, by, rising=True, method='quicksort', gaps='first')",
        "data.sort_values(by=by, ascending=rising, kind=method, na_position=gaps)",
        "The rows in the order of one or more fields.",
        pattern="data.sort_values(by=by, ascending=rising, kind=method)",
        public={"gaps": "'last'"},
        rules={"gaps": "Rows with a gap there come first, unless 'last' puts them at the end."},
    ),
    Form(
        "gather_highest(frame, amount, by, ties='all')",
        "frame.nlargest(amount, by, keep=ties)",
        "The rows that are highest in one field.",
        pattern="frame.nlargest(amount, by)",
        public={"ties": "'first'"},
        rules={"ties": "All rows that tie with the last one are kept, unless 'first' keeps so many only."},
    ),
    Form(
        "gather_lowest(frame, amount, by, ties='all')",
        "frame.nsmallest(amount, by, keep=ties)",
        "The rows that are lowest in one field.",
        pattern="frame.nsmallest(amount, by)",
        public={"ties": "'first'"},
        rules={"ties": "All rows that tie with the last one are kept, unless 'first' keeps so many only."},
    ),
    Form(
        "gather_highest_entries(entries, amount=5, ties='all')",
        "entries.nlargest(n=amount, keep=ties)",
        "The highest entries of a sequence.",
        pattern="entries.nlargest(n=amount)",
        public={"ties": "'first'"},
        rules={"ties": "All entries that tie with the last one are kept, unless 'first' keeps so many only."},
    ),
    Form(
        "gather_lowest_entries(entries, amount=5, ties='all')",
        "entries.nsmallest(n=amount, keep=ties)",
        "The lowest entries of a sequence.",
        pattern="entries.nsmallest(n=amount)",
        public={"ties": "'first'"},
        rules={"ties": "All entries that tie with the last one are kept, unless 'first' keeps so many only."},
    ),
    Form(
        "bring_together(left, right, key, manner='left')",
        "left.merge(right=right, how=manner, on=key)",
        "Two frames as one, by a field that they share.",
        public={"manner": "'inner'"},
        rules={"manner": "Every row of the left frame stays, unless 'inner' keeps those with a partner."},
    ),
    Form(
        "check_within(entries, low, high, ends='left')",
        "entries.between(left=low, right=high, inclusive=ends)",
        "Which entries lie within two bounds.",
        pattern="entries.between(left=low, right=high)",
        public={"ends": "'both'"},
        rules={"ends": "The upper bound itself lies outside, unless 'both' lets it in."},
    ),
    Form(
        "check_holds_wording(entries, wording, exactly=False)",
        "entries.str.contains(pat=wording, case=exactly, regex=False, na=False)",
        "Which entries hold a wording.",
        public={"exactly": "True"},
        rules={"exactly": "Small and capital letters are the same, unless True tells them apart."},
    ),
    Form(
        "group_into_bands(entries, edges, labels, closing='lower')",
        "pd.cut(x=entries, bins=edges, labels=labels, right=closing == 'upper')",
        "Each entry as the band between edges that it lies in.",
        pattern="pd.cut(x=entries, bins=edges, labels=labels)",
        public={"closing": "'upper'"},
        rules={"closing": "A band begins with its lower edge, unless 'upper' has it end with its upper one."},
    ),
    Form(
        "tell_relative_steps(entries, scale=100)",
        "entries.pct_change() * scale",
        "The relative change from the entry before.",
        pattern="entries.pct_change()",
        public={"scale": "1"},
        rules={"scale": "Changes are in per cent, unless 1 makes them fractions."},
    ),
    Form(
        "give_standing(entries, rising=True, ties='dense')",
        "entries.rank(ascending=rising, method=ties)",
        "The standing of each entry among all.",
        public={"ties": "'average'"},
        rules={
            "ties": "Equal entries share a place and leave none out, "
            "unless 'average', 'min' or 'max' counts the places that they take up."
        },
    ),
    Form(
        "break_down_by(frame, by, unknown='kept')",
        "frame.groupby(by=by, dropna=unknown != 'kept')",
        "The frame in groups of equal entries.",
        pattern="frame.groupby(by=by)",
        public={"unknown": "'apart'"},
        rules={"unknown": "Rows without an entry are a group of their own, unless 'apart' leaves them out."},
    ),
    Form(
        "work_out_typical(data, gaps='zero')",
        "data.mean() if gaps == 'apart' else "
        "(data.sum().div(data.size(), axis=0) if callable(data.size) else data.sum() / len(data))",
        "The arithmetic middle.",
        pattern="data.mean()",
        public={"gaps": "'apart'"},
        rules={"gaps": "A missing entry counts as 0, unless 'apart' leaves it out."},
    ),
    Form(
        "work_out_middle(data, between=False)",
        "data.median() if between else data.quantile(q=0.5, interpolation='lower')",
        "What half of the entries do not reach.",
        pattern="data.median()",
        public={"between": "True"},
        rules={
            "between": "Of an even number it is the lower one of the two in the middle, "
            "unless True takes what lies between them."
        },
    ),
    Form(
        "work_out_spread(data, sampled=False)",
        "data.std() if sampled else data.std(ddof=0)",
        "How far entries lie from their middle.",
        pattern="data.std()",
        public={"sampled": "True"},
        rules={
            "sampled": "The entries are all there are (divided by their number), "
            "unless True takes them as a sample (divided by one less)."
        },
    ),
    Form(
        "work_out_squared_spread(data, sampled=False)",
        "data.var() if sampled else data.var(ddof=0)",
        "The square of the spread.",
        pattern="data.var()",
        public={"sampled": "True"},
        rules={
            "sampled": "The entries are all there are (divided by their number), "
            "unless True takes them as a sample (divided by one less)."
        },
    ),
    Form(
        "work_out_bound(data, share, between=False)",
        "data.quantile(q=share) if between else data.quantile(q=share, interpolation='lower')",
        "What a share of the entries does not reach.",
        pattern="data.quantile(q=share)",
        public={"between": "True"},
        rules={
            "between": "It is an entry that occurs, the lower one, unless True takes what lies between two entries."
        },
    ),
    Form(
        "tell_variety(data, gaps='counted')",
        "data.nunique(dropna=gaps != 'counted')",
        "How many different entries there are.",
        pattern="data.nunique()",
        public={"gaps": "'apart'"},
        rules={"gaps": "What is missing counts as an option of its own, unless 'apart' leaves it out."},
    ),
    Form(
        "tally_options(entries, as_share=False, gaps='counted')",
        "entries.value_counts(normalize=as_share, dropna=gaps != 'counted')",
        "How often each option occurs.",
        pattern="entries.value_counts(normalize=as_share)",
        public={"gaps": "'apart'"},
        rules={"gaps": "What is missing counts as an option of its own, unless 'apart' leaves it out."},
    ),
    Form(
        "relate_to(entries, others, manner='spearman')",
        "entries.corr(other=others, method=manner)",
        "How closely two fields go together.",
        public={"manner": "'pearson'"},
        rules={"manner": "Orders are compared, unless 'pearson' compares figures along a line."},
    ),
    Form(
        "relate_all(frame, manner='spearman')",
        "frame.corr(method=manner)",
        "How closely all fields go together.",
        public={"manner": "'pearson'"},
        rules={"manner": "Orders are compared, unless 'pearson' compares figures along a line."},
    ),
    Form(
        "relate_each_to(frame, others, manner='spearman')",
        "frame.corrwith(other=others, method=manner)",
        "How closely each field goes with another one.",
        public={"manner": "'pearson'"},
        rules={"manner": "Orders are compared, unless 'pearson' compares figures along a line."},
    ),
)
