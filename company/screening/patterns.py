"""The words behind the flags: for each kind, patterns and what to tell the person who looks at the passage.

Data talk is full of words that are harmless there: a tennis table has attacks and kills, a credit table has sex and
marital status, and an election is data where it is a column. So a pattern names a whole thought, never a single word
that data may hold as well; slurs are the exception. What a pattern skips over is bounded, since a text
may be long and hostile.
"""

from __future__ import annotations

import re

from company.records import FlagKind

Rule = tuple[re.Pattern[str], str]
"""A pattern, and why what it finds is shown to a person."""


def _rules(*pairs: tuple[str, str], case: bool = False) -> tuple[Rule, ...]:
    flags = re.VERBOSE if case else re.VERBOSE | re.IGNORECASE
    return tuple((re.compile(pattern, flags), why) for pattern, why in pairs)


_JUDGE = (
    r"(?:(?:human|ai|automatic|automated)\s+)?(?:reviewer|grader|rater|annotator|evaluator|assessor|"
    r"adjudicator|"
    r"labell?er|moderator|examiner|fact-?checker)s?"
)
_OURS = r"(?:answer|response|turn|dialogue|conversation|solution|submission|benchmark|test\s+case|transcript)"
_ORDERS = r"(?:instructions?|prompts?|guidelines?|directions|directives|rubrics?|system\s+messages?|commands?)"
_GOOD = (
    r"(?:correct|right|accepted|valid|perfect|flawless|passed|passing|excellent|true|good|approved|harmless|"
    r"(?:10|ten|5|five|100)\s*(?:/|out\s+of)\s*(?:10|ten|5|five|100))"
)

_INSTRUCTS = _rules(
    (
        rf"\b(?:ignore|disregard|forget|override|bypass|skip|drop)\s+(?:(?:all|any|every|each|of|the|your|these|"
        rf"those|"
        rf"my|our|previous|prior|preceding|above|earlier|original|initial|foregoing|former|review|grading|"
        rf"scoring)\s+)*"
        rf"{_ORDERS}\b",
        "tells the reader to drop their instructions",
    ),
    (
        r"\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:that\s+)?(?:you\s+(?:were|"
        r"have\s+been)\s+told|"
        r"(?:was\s+)?(?:said|written)\s+(?:above|before)|above|before\s+this)\b|"
        r"\b(?:ignore|disregard|override|bypass)\s+(?:the\s+|your\s+|all\s+)*(?:review|grading|scoring|"
        r"evaluation|safety)"
        r"\s+(?:rules?|criteria|policy|policies|checks?|filters?)\b",
        "tells the reader to drop their instructions",
    ),
    (
        rf"\b(?:dear|attention,?|hello,?|hi,?|hey,?|note\s+(?:to|for)|message\s+(?:to|for)|to\s+(?:all|any|"
        rf"every)|for\s+the\s+attention\s+of)\s+"
        rf"(?:the\s+|all\s+|any\s+|our\s+)*{_JUDGE}\b|"
        rf"(?:^|[.!?\n*#]\s{{0,20}}){_JUDGE}\s*[:,]\s*(?:please|you|do|this|accept|mark|rate|give|note|ignore)\b",
        "speaks to a reviewer",
    ),
    (
        rf"\b(?:if|when|whenever|since|as)\s+(?:you\s+are\s+|you're\s+)?(?:an?|the)\s+(?:{_JUDGE}|"
        rf"(?:large\s+)?language\s+model|"
        rf"llm|ai(?:\s+(?:model|assistant|system|judge))?|judge)\b[^.!?\n]{{0,60}}\b(?:you\s+(?:must|should|"
        rf"have\s+to|will|can|may|are)"
        rf"|please|accept|approve|output|reply|respond|say|answer|mark|rate|give)\b",
        "tells a reviewer or a model what to do",
    ),
    (
        rf"\b(?:rate|mark|score|grade|label|judge|accept|approve|treat|count|consider|classify|evaluate|flag|tag)\s+"
        rf"(?:this|it|my|our|the\s+(?:above|following|present)|(?:this|my|our|the)\s+(?:whole\s+|entire\s+|"
        rf"last\s+)?{_OURS})"
        rf"\s+(?:as\s+)?(?:being\s+)?(?:fully\s+|completely\s+|entirely\s+|always\s+)?{_GOOD}"
        rf"(?=\s*(?:[.,;:!?)\]]|$|and\b|without\b|regardless\b|no\s+matter\b|please\b|even\b|in\s+(?:any|every)\b))",
        "asks for a verdict",
    ),
    (
        rf"\b(?:give|award|assign|grant)\s+(?:(?:this|my|our|the)\s+{_OURS}|it)\s+"
        rf"(?:(?:the|a|an)\s+)?(?:full|top|maximum|maximal|perfect|highest(?:\s+possible)?|best(?:\s+possible)?|"
        rf"passing|high)\s+"
        rf"(?:scores?|marks?|credits?|points|ratings?|grades?|verdict)\b",
        "asks for a score",
    ),
    (
        rf"\b(?:accept|approve|pass|let)\s+(?:this|my|our|the)\s+{_OURS}\s*(?:[.!]|$|pass\b|through\b|without\b|"
        rf"regardless\b|"
        rf"immediately\b|as\s+(?:it\s+)?is\b|no\s+matter\b|anyway\b|unchanged\b)|"
        rf"\b(?:do\s+not|don't|never|must\s+not|should\s+not)\s+(?:reject|flag|edit|fail|mark\s+down|"
        rf"penali[sz]e|downgrade)\s+"
        rf"(?:this|my|our|the)\s+(?:{_OURS}|text|entry|item|record)\b",
        "asks for a verdict",
    ),
    (
        r"\b(?:no|without)\s+(?:further\s+|human\s+|manual\s+|any\s+)+review\s+(?:is\s+|was\s+)?(?:needed|"
        r"necessary|required)\b|"
        r"\b(?:skip|bypass|cancel|stop)\s+(?:the\s+|your\s+|this\s+|any\s+)?(?:human\s+|manual\s+)?(?:review|"
        r"adjudication|grading)\b(?!\s+"
        r"(?:columns?|scores?|counts?|texts?|dates?|data|rows?|stars?))|"
        r"\b(?:already|previously|has|been|have)\s+(?:been\s+)?(?:reviewed|approved|verified|checked|"
        r"accepted)\s+by\s+(?:the\s+|an?\s+|another\s+|two\s+)*"
        r"(?:admin(?:istrator)?|supervisor|adjudicators?|reviewers?|project\s+leads?|openai|anthropic|authors?)\b",
        "talks the reader out of reviewing",
    ),
    (
        r"\b(?:your|the\s+(?:only\s+)?(?:correct|right|expected))\s+verdict\s+(?:must|should|has\s+to|is|will)\b|"
        r"\b(?:you\s+must|you\s+should|you\s+have\s+to|be\s+sure\s+to|please)\s+(?:always\s+)?(?:click|press|"
        r"choose|select)\s+"
        r"[\"'`]?(?:accept|approve|yes|agree)\b|"
        r"\b(?:your\s+only\s+)?(?:reply|respond|answer|"
        r"output)\s+(?:only\s+)?(?:with\s+)?(?:only\s+)?[\"'`](?:accept(?:ed)?|approved?|correct|pass(?:ed)?|"
        r"yes|true)[\"'`]",
        "dictates a verdict",
    ),
    (
        r"<\|?(?:im_start|im_end|system|endoftext|assistant|start_header_id)\|?>|\[/?INST\]|<</?SYS>>|"
        r"(?:^|\n)\s{0,20}\#{1,4}\s{0,20}(?:system|new)\s+(?:prompt|instructions?)\b|"
        r"\b(?:begin|end|start\s+of|end\s+of)\s+(?:the\s+)?(?:system\s+prompt|system\s+message|"
        r"hidden\s+instructions?)\b",
        "imitates the control words of a model",
    ),
    (
        r"\b(?:new|updated|secret|hidden|additional|"
        r"important)\s+(?:system\s+)?instructions?\s*(?:for\s+(?:the\s+)?(?:ai|model|reviewer|grader)s?\s*)?:|"
        r"\b(?:reveal|print|repeat|show|output|leak)\s+(?:me\s+)?(?:your|the)\s+(?:full\s+|hidden\s+|"
        r"original\s+)?(?:system\s+prompt|"
        r"(?:hidden|secret|system)\s+instructions|api\s+keys?|prompt\s+above)|"
        r"\byou\s+are\s+now\s+(?:in\s+)?(?:an?\s+)?(?:dan\b|developer\s+mode|jailbroken|unrestricted|free\s+of|"
        r"no\s+longer\s+bound)|"
        r"\bfrom\s+now\s+on,?\s+you\s+(?:will|must|should|are)\b|"
        r"\bpretend\s+(?:that\s+)?(?:you\s+are|to\s+be)\s+(?:an?\s+)?(?:unrestricted|evil|different\s+(?:ai|"
        r"model))\b",
        "tries to give a model new orders",
    ),
)

_GROUP = (
    r"(?:immigrants?|migrants?|refugees|foreigners|muslims?|jews?|jewish\s+people|christians?|hindus?|"
    r"gays?|lesbians?|"
    r"homosexuals?|trans(?:gender)?\s+people|blacks?|black\s+people|whites?|white\s+people|asians?|"
    r"africans?|arabs?|"
    r"mexicans?|gypsies|roma|disabled\s+people|the\s+disabled|the\s+poor|poor\s+people|the\s+homeless|"
    r"homeless\s+people|"
    r"old\s+people|the\s+elderly)"
)
_BE = (
    r"(?:are|is|were|will\s+always\s+be)\s+(?:all\s+|just\s+|nothing\s+but\s+|simply\s+|basically\s+|"
    r"such\s+)*(?:an?\s+)?"
)
_PEOPLE = (
    r"(?:people|him|her|them|someone|somebody|everyone|everybody|yourself|myself|himself|herself|"
    r"themselves|you|"
    r"my\s+(?:wife|husband|boss|neighbou?r|family|colleague|ex)|the\s+(?:staff|children|kids|neighbou?rs|"
    r"police))"
)

_HARMFUL = _rules(
    (
        rf"\b{_GROUP}\s+{_BE}(?:vermin|animals|subhuman|sub-human|parasites?|filth|filthy|scum|trash|garbage|"
        rf"criminals|thieves|"
        rf"terrorists|rapists|lazy|stupid|dirty|inferior|a?\s*disease|a?\s*plague|cockroaches|worthless|"
        rf"disgusting|savages?)\b",
        "demeans a group of people",
    ),
    (
        rf"\b(?:kill|murder|exterminate|eradicate|gas|lynch|shoot|execute|get\s+rid\s+of|wipe\s+out|deport|"
        rf"beat(?:\s+up)?)\s+"
        rf"(?:all\s+|every\s+|those\s+|these\s+|the\s+)*{_GROUP}\b|"
        rf"\b(?:don't|do\s+not|never)\s+(?:hire|serve|lend\s+to|rent\s+to|trust)\s+(?:any\s+|the\s+|"
        rf"to\s+)*{_GROUP}\b|"
        rf"\b{_GROUP}\s+(?:should|must|ought\s+to)\s+(?:all\s+)?(?:die|be\s+(?:killed|shot|deported|"
        rf"exterminated|removed|locked\s+up|wiped\s+out)|"
        rf"go\s+back)\b|\bethnic\s+cleansing\s+(?:is|was|would\s+be)\s+(?:right|good|justified|needed|necessary)\b",
        "calls for harm to a group of people",
    ),
    (
        rf"\b(?:(?:i|we)\s+(?:will|am\s+going\s+to|'ll|want\s+to|would\s+like\s+to|could)|i'll|we'll|let\s+us|"
        rf"let's|going\s+to|"
        rf"gonna|(?:i|we)'(?:m|re)\s+going\s+to)\s+(?:just\s+)?(?:kill|murder|stab|strangle|shoot|poison|hurt|"
        rf"beat(?:\s+up)?|torture)\s+{_PEOPLE}\b|"
        rf"\bhow\s+(?:to|can\s+i|do\s+i|would\s+i|could\s+i)\s+(?:best\s+)?(?:kill|murder|poison|strangle|stalk|"
        rf"kidnap)\s+"
        rf"(?:an?\s+person|an?\s+human|{_PEOPLE})\b|\b(?:hope|wish)\s+(?:that\s+)?(?:you|he|she|"
        rf"they)\s+(?:all\s+)?(?:dies?|burns?|suffers?)\b",
        "threatens or plans violence",
    ),
    (
        r"\b(?:kill|hang|harm|hurt|cut|starve)\s+(?:your|my|him|her|them)sel(?:f|ves)\b|"
        r"\b(?:commit(?:ting)?|attempt(?:ing)?)\s+suicide\b|\b(?:want|wanted|going|"
        r"decided)\s+to\s+(?:die\b(?!\s+(?:down|out|off))|end\s+(?:my|his|her|it)\s*(?:own\s+)?(?:life|all)\b)|"
        r"\b(?:best|easiest|painless)\s+way\s+to\s+(?:die|end\s+(?:my|your)\s+life)\b",
        "is about hurting oneself",
    ),
    (
        r"\b(?:how\s+to|instructions?\s+(?:for|to|on)|recipe\s+for|steps?\s+to|(?:i|we|you|one)\s+(?:can|could|"
        r"will)(?:\s+easily)?)\s+"
        r"(?:make|making|build|building|assemble|synthesi[sz]e|synthesi[sz]ing|cook|cooking|"
        r"produce)\s+(?:an?\s+|some\s+|your\s+own\s+)?"
        r"(?:pipe\s+|nail\s+|dirty\s+|home-?made\s+)?(?:bombs?|explosives?|molotov|nerve\s+agents?|nerve\s+gas|"
        r"sarin|ricin|meth(?:amphetamine)?|"
        r"crack\s+cocaine|bioweapons?|biological\s+weapons?|chemical\s+weapons?|ghost\s+guns?)\b",
        "tells how to make weapons or drugs",
    ),
    (
        r"\b(?:hack|break|breaking|hacking)\s+in(?:to)?\s+(?:his|her|their|someone's|somebody's|my|your|"
        r"the\s+(?:bank|company|clinic|school)'s)\s+(?:[\w'-]+\s+){0,2}"
        r"(?:account|email|e-mail|phone|server|network|bank|database|wi-?fi)s?\b|"
        r"\b(?:steal|stealing|sell|selling|leak|leaking)\s+(?:the\s+|their\s+|customers?'?\s+|clients?'?\s+|"
        r"patients?'?\s+|users?'?\s+|people's\s+)+(?:credit\s+card\s+|card\s+|bank\s+)?"
        r"(?:numbers|identit(?:y|ies)|passwords?|credentials|personal\s+details|medical\s+records)\b|"
        r"\b(?:write|deploy|spread|install|plant)\s+(?:some\s+|an?\s+)?(?:ransomware|malware|keylogger|spyware|"
        r"computer\s+virus)\b|"
        r"\b(?:launder(?:ing)?\s+(?:the\s+|this\s+|our\s+|my\s+)?money|forge\s+(?:the\s+)?(?:passports?|"
        r"signatures?)|evade\s+(?:the\s+)?tax(?:es)?\s+by)\b|"
        r"\b(?:re-?identify|dox|doxx|track\s+down|stalk)\s+(?:the\s+|these\s+|this\s+|those\s+)?(?:patients?|"
        r"customers?|persons?|people|women|him|her|them)\b"
        r"(?=[^.!?]{0,300}\b(?:home|address|names?|where|publish|post|blackmail|online|by)\b)",
        "helps with a crime or with exposing people",
    ),
    (
        r"\b(?:child\s+porn(?:ography)?|kiddie\s+porn|sexual\s+(?:pictures|images|videos|acts)\s+(?:of|"
        r"with)\s+(?:\w+\s+)?(?:minors?|child(?:ren)?|girls|boys)|"
        r"blow\s*jobs?|hard-?core\s+porn|gang\s*bang|rape\s+(?:her|him|them|you)|raped\s+and|"
        r"send\s+(?:me\s+)?nudes|nude\s+(?:pictures|photos)\s+of\s+(?:you|her|him))\b",
        "is sexual",
    ),
    (
        r"\b(?:n[i1]gg(?:er|a)s?|k[i1]kes?|f[a4]gg?ots?|sp[i1]cs?|ch[i1]nks?(?!\s+of)|wetbacks?|trann(?:y|ies)|"
        r"towel\s*heads?|"
        r"rag\s*heads?|retard(?:s|ed)?|cunts?|whores?|sluts?|motherf\w+ers?|f+u+c+k+(?:ing|ed|er|ers|s)?|"
        r"bullshit|assholes?|arseholes?|bastards?)\b",
        "holds a slur or an obscenity",
    ),
    (
        r"\b(?:you|he|she|they|these\s+(?:customers|people|patients|clients|students))(?:'re|'s|\s+(?:are|is))\s+"
        r"(?:all\s+|such\s+|just\s+|an?\s+|too\s+|so\s+|simply\s+)*(?:idiots?|morons?|imbeciles?|scum|trash|"
        r"subhuman|losers?|pathetic|stupid|dumb|worthless|disgusting)\b",
        "insults people",
    ),
)

_LEADERS = (
    r"(?:Donald\s+Trump|(?:President\s+)?Trump(?!\s+(?:Tower|card))|Joe\s+Biden|Biden|Kamala\s+Harris|"
    r"Barack\s+Obama|Obama|Hillary\s+Clinton|"
    r"Vladimir\s+Putin|Putin|Zelensk(?:y|yy|iy)|Xi\s+Jinping|Narendra\s+Modi|Modi|Netanyahu|Erdo[gğ]an|"
    r"Bolsonaro|Lula\s+da\s+Silva|"
    r"Viktor\s+Orb[aá]n|Marine\s+Le\s+Pen|Le\s+Pen|Emmanuel\s+Macron|Macron|Angela\s+Merkel|"
    r"Olaf\s+Scholz|Friedrich\s+Merz|Boris\s+Johnson|"
    r"Rishi\s+Sunak|Keir\s+Starmer|Nigel\s+Farage|Margaret\s+Thatcher|Giorgia\s+Meloni|Javier\s+Milei|"
    r"Kim\s+Jong[\s-]un|"
    r"Adolf\s+Hitler|Hitler|Stalin|Mao\s+Zedong|Ayatollah\s+\w+)"
)
_CAMP = (
    r"(?:(?:the\s+)?(?:left|right)(?:\s+wing(?:ers)?|-wing(?:ers)?)?|liberals|conservatives|democrats|"
    r"republicans|socialists|communists|fascists|"
    r"leftists|tories|the\s+tories|labour|the\s+greens|nationalists|populists|politicians|the\s+government|"
    r"this\s+government|our\s+government|"
    r"the\s+regime|the\s+ruling\s+party|the\s+opposition)"
)

_POLITICAL = (
    *_rules((rf"\b{_LEADERS}\b", "names a politician"), case=True),
    *_rules(
        (
            r"\b(?:vote|voting|voted|campaign(?:ing|ed)?)\s+(?:for|against)\s+(?:the\s+)?(?:democrats?|"
            r"republicans?|conservatives?|labour|greens?|"
            r"socialists?|communists?|liberals?|tories|(?:ruling|opposition|governing)\s+party|president|"
            r"prime\s+minister|government|"
            r"far[\s-](?:left|right)|independence|brexit|him|her|them)\b|\bvot(?:e|ed|ing)\s+(?:him|her|"
            r"them)\s+out\b|"
            r"\b(?:president|prime\s+minister|chancellor|minister)\s+(?:should|must|has\s+to)\s+(?:resign|go|"
            r"step\s+down)\b|"
            r"\b(?:everyone|everybody|people|citizens|we|you)\s+(?:should|must|need\s+to|"
            r"ought\s+to)\s+(?:all\s+)?vote\b",
            "tells how to vote",
        ),
        (
            rf"\b{_CAMP}\s+(?:always\s+|never\s+|only\s+|just\s+|have\s+|has\s+|had\s+|is\s+|are\s+|will\s+|"
            rf"wants?\s+(?:to\s+)?)*"
            rf"(?:corrupt|evil|lying|lies|lied|lie\s+(?:to|about)|destroy(?:ing|ed|s)?|ruin(?:ing|ed|s)?|stole|"
            rf"steal(?:ing|s)?|betray(?:ing|ed|s)?|"
            rf"indoctrinat\w+|brainwash\w*|hates?|failed\s+(?:us|the\s+(?:country|people|nation))|to\s+blame|"
            rf"incompetent|crooks|traitors|fascists|right\s+about|wrong\s+about)\b",
            "takes a side in politics",
        ),
        (
            r"\b(?:corrupt|fascist|communist|socialist|illegitimate|crooked|tyrannical|"
            r"authoritarian)\s+(?:government|regime|president|politicians?|prime\s+minister|senators?|party)\b|"
            r"\b(?:overthrow|topple|impeach|bring\s+down|re-?elect|oust)\s+(?:the\s+|this\s+|our\s+|"
            r"that\s+)*(?:\w+\s+)?(?:government|president|regime|prime\s+minister|chancellor|party|mayor|governor)\b",
            "takes a side in politics",
        ),
        (
            r"\b(?:stolen|rigged)\s+elections?\b|\belections?\s+(?:was|were|is|are)\s+(?:stolen|rigged|"
            r"fraudulent|a\s+fraud)\b|"
            r"\b(?:defund\s+the\s+police|abolish\s+(?:the\s+)?(?:police|ice|monarchy)|build\s+the\s+wall|"
            r"stop\s+the\s+steal|drain\s+the\s+swamp|"
            r"make\s+america\s+great\s+again|from\s+the\s+river\s+to\s+the\s+sea|free\s+palestine|"
            r"taiwan\s+is\s+(?:not\s+)?(?:a\s+)?(?:part\s+of|country)\w*|crimea\s+is\s+\w+|"
            r"deep\s+state|black\s+lives\s+matter|all\s+lives\s+matter|blue\s+lives\s+matter|woke\s+(?:mob|"
            r"agenda|ideology))\b",
            "repeats a political slogan",
        ),
        (
            r"\b(?:abortions?|gun\s+(?:control|ownership)|guns|same-sex\s+marriage|gay\s+marriage|"
            r"the\s+death\s+penalty|immigration|capitalism|communism|"
            r"socialism|brexit|the\s+monarchy|affirmative\s+action|drug\s+legali[sz]ation|the\s+minimum\s+wage|"
            r"the\s+welfare\s+state|welfare)\s+"
            r"(?:should|must|ought\s+to|needs?\s+to|has\s+to|is|are|was)\s+(?:be\s+|not\s+be\s+)?(?:always\s+|"
            r"simply\s+|just\s+)?(?:an?\s+)?"
            r"(?:bann?ed|illegal|legal(?:i[sz]ed)?|outlawed|abolished|stopped|murder|right|wrong|evil|"
            r"a?\s*mistake|a?\s*disaster|a?\s*success|a?\s*right|destroying\b.*|ruining\b.*|immoral|unjust|"
            r"theft|allowed|forbidden|halted)",
            "takes a side in a political dispute",
        ),
        (
            r"\b(?:close|seal|open)\s+(?:the|our)\s+borders?\b(?!\s+(?:of|between)\s+(?:the\s+)?(?:plot|bars?|"
            r"bins?|cells?))|"
            r"\b(?:ban|stop|end|limit)\s+(?:all\s+)?(?:muslim\s+|mass\s+|illegal\s+)?immigration\b|"
            r"\bsend\s+(?:the\s+)?(?:refugees|migrants|immigrants)\s+(?:back|home)\b|"
            r"\b(?:the\s+)?(?:occupation|annexation|invasion)\s+of\s+(?:ukraine|palestine|gaza|crimea|taiwan|"
            r"tibet|kashmir|iraq)\b|"
            r"\b(?:my|our)\s+(?:political\s+)?(?:party|movement|candidate)\s+(?:will|must|should|has\s+to|"
            r"needs\s+to)\b|"
            r"\b(?:tax(?:ing)?|soak|eat)\s+the\s+rich\b|\bpolitical\s+(?:opponents?|enem(?:y|ies)|prisoners?|"
            r"propaganda)\b",
            "takes a side in politics",
        ),
    ),
)

_SEX = r"(?:women|woman|men|girls?|boys|females?|males?|ladies|wives|husbands|mothers|housewives|gentlemen)"
_NOT_COUNTED = r"(?:\s+(?:are|is|were|was)\s+|'re\s+|\s+(?:tend|seem|happen)\s+to\s+be\s+)"

_GENDER = _rules(
    (
        rf"\b{_SEX}{_NOT_COUNTED}(?:just\s+|simply\s+|always\s+|far\s+|much\s+|usually\s+|generally\s+|often\s+|"
        rf"all\s+|so\s+|such\s+|known\s+to\s+be\s+)*"
        rf"(?:naturally|by\s+nature|biologically|inherently|genetically|born|emotional(?:ly)?|hysterical|"
        rf"irrational|bad\s+(?:at|with|drivers?)|terrible\s+(?:at|with|drivers?)|"
        rf"worse\s+(?:at|with|drivers?|leaders?|bosses|managers)|better\s+(?:at|leaders?|bosses|managers|"
        rf"drivers?|suited)|good\s+(?:only\s+)?for|"
        rf"not\s+(?:fit|suited|made|cut\s+out|meant|capable|able|smart|logical|good\s+(?:at|with))|unfit|"
        rf"unsuited|incapable|"
        rf"weak(?:er)?\s+(?:than|and|by)|inferior|superior|too\s+(?:\w+\s+)?(?:emotional|soft|sensitive|weak|"
        rf"delicate|bossy|aggressive|moody)|bossy|moody|gold\s+diggers?|"
        rf"meant\s+(?:to|for)|supposed\s+to|more\s+(?:logical|rational|emotional|intelligent|competent|"
        rf"gullible)|less\s+(?:logical|rational|intelligent|competent|capable)|"
        rf"(?:lazy|stupid|dumb|gossips?|pigs|trash|dogs))\b",
        "says what women or men are like by nature",
    ),
    (
        rf"\b{_SEX}\s+(?:just\s+|simply\s+|really\s+|obviously\s+)*(?:can't|cannot|can\s+not|can\s+never|don't|"
        rf"do\s+not|could\s+never|will\s+never|won't)\s+(?:really\s+|be\s+trusted\s+to\s+|ever\s+)?"
        rf"(?:understand|handle|drive|lead|manage|think|cope|do\s+(?:math|maths|science|business|numbers|"
        rf"finance)|be\s+(?:trusted|leaders?|engineers?|good)|"
        rf"grasp|know\s+(?:how|anything)|cook|care|cry|negotiate|reason|code|program)\b",
        "says what women or men cannot do",
    ),
    (
        rf"\b{_SEX}\s+(?:\w+\s+)?(?:should|must|ought\s+to|shouldn't|have\s+to|need\s+to|better|belongs?|"
        rf"have\s+no\s+place|has\s+no\s+place)\s+(?:not\s+|never\s+|all\s+|only\s+|really\s+)*"
        rf"(?:stay\s+(?:at\s+)?home|be\s+(?:the\s+|an?\s+)?(?:at\s+home|in\s+the\s+kitchen|paid\s+less|obedient|"
        rf"submissive|breadwinners?|providers?|seen|allowed\s+to\s+(?:work|vote|drive))|"
        rf"in\s+(?:the\s+)?(?:kitchen|home|engineering|politics|tech|boardrooms?|management|finance|charge)|"
        rf"at\s+home|leave|work(?:ing)?\b|run|obey|serve|smile|cook|raise|focus\s+on|look\s+after|"
        rf"keep\s+(?:quiet|to)|cry|wear|drive|vote|earn\s+less|provide|stick\s+to)",
        "says what women or men should do",
    ),
    (
        r"\b(?:like\s+a\s+(?:girl|little\s+girl|woman)(?=\s*[.,;!?]|$|\s+(?:about|and|when|would|who))|"
        r"man\s+up|be\s+a\s+(?:real\s+)?man\b|real\s+men\b|the\s+(?:weaker|fair(?:er)?|gentle)\s+sex|"
        r"(?:a\s+)?(?:man's|men's)\s+(?:job|work|world|business)\b|(?:a\s+)?(?:woman's|women's)\s+(?:job|work|"
        r"place|nature|intuition|brain)\b|"
        r"(?:good|bad|smart|clever|well|strong|impressive|logical|technical|weak|soft|emotional|"
        r"sensitive)(?:\s+\w+)?,?\s+for\s+a\s+(?:woman|girl|female|lady|man)\b|"
        r"\bleave\s+(?:the\s+|this\s+|that\s+|it\s+)*(?:\w+\s+)?to\s+(?:the\s+)?(?:men|women|girls|boys|ladies)\b|"
        r"boys\s+will\s+be\s+boys|(?:female|male)\s+logic\b|the\s+little\s+(?:woman|lady)|bimbos?\b|"
        r"time\s+of\s+the\s+month|typical\s+(?:woman|women|man|men|female|male)\b(?!\s+(?:age|height|weight|"
        r"salary|income|value|customer|patient|user|player))|"
        r"mansplain\w*|feminazis?|friendzoned?|old\s+maid|nagging\s+wi(?:fe|ves)|"
        r"women\s+drivers?\b(?=\s+(?:are|cannot|can't|should|cause)))",
        "uses a sexist turn of phrase",
    ),
    (
        rf"\b(?:only|no)\s+(?:real\s+|a\s+)?{_SEX}\s+(?:can|could|should|would|knows?|understands?|is\s+able|"
        rf"are\s+able|is\s+fit|are\s+fit|deserves?|belongs?)\b|"
        rf"\b(?:never|don't|do\s+not|not|avoid|stop|rather\s+not|refuse\s+to|should\s+not|"
        rf"shouldn't)\s+(?:to\s+)?(?:hir(?:e|ing)|promot(?:e|ing)|lend(?:ing)?(?:\s+money)?\s+to|employ(?:ing)?|"
        rf"trust(?:ing)?|listen(?:ing)?\s+to|invit(?:e|ing))\s+(?:any\s+|a\s+|the\s+|young\s+|pregnant\s+)*{_SEX}\b|"
        rf"\b(?:prefer(?:s|red)?|rather\s+(?:hire|have|promote)|only\s+(?:hire|want|promote|lend\s+to|employ|"
        rf"accept)|(?:we|i)\s+want|favou?r)\s+(?:to\s+(?:hire|promote|lend\s+to)\s+)?(?:a\s+|an\s+|"
        rf"the\s+)?(?:young\s+)?(?:men|man|male|males|women|woman|female|females)"
        rf"(?:\s+(?:candidates?|applicants?|employees|bosses|boss|managers?|staff|for\s+(?:the|this|such)|"
        rf"to\s+(?:lead|run|do)|over|in\s+(?:charge|the\s+lead)))",
        "treats women and men differently",
    ),
    (
        rf"\b(?:because|since|as)\s+(?:she|he|they)(?:'s|'re|\s+(?:is|are|was))\s+(?:only\s+|"
        rf"just\s+)?(?:a\s+)?(?:woman|women|girls?|man|men|female|male|mother)\b|"
        rf"\b(?:she|he)\s+(?:is|was)\s+(?:only|just|merely)\s+a\s+(?:woman|girl|man|housewife|secretary)\b|"
        rf"\b(?:she|women|girls|mothers)\s+(?:will\s+|would\s+|only\s+|just\s+)+(?:get\s+pregnant|"
        rf"leave\s+to\s+have\s+(?:children|babies)|cry|gossip|care\s+about\s+(?:shoes|shopping|looks|make-?up))\b|"
        rf"\b{_SEX}\s+(?:only|just)\s+(?:care|want|think|talk|spend|buy|like)s?\s+(?:about\s+|on\s+)?(?:shoes|"
        rf"shopping|looks|clothes|make-?up|money|sex|babies|gossip|cars|football|one\s+thing)\b|"
        rf"\b{_SEX}\s+make\s+(?:bad|poor|terrible|better|worse|lousy|great|the\s+best)\s+(?:\w+\s+)?(?:leaders?|"
        rf"managers?|bosses|drivers?|engineers?|doctors?|analysts?|parents|nurses|secretaries|borrowers|decisions)\b",
        "judges somebody by their sex",
    ),
)

RULES: dict[FlagKind, tuple[Rule, ...]] = {
    "instructs_reviewer": _INSTRUCTS,
    "harmful": _HARMFUL,
    "political": _POLITICAL,
    "gender_bias": _GENDER,
}
"""Every pattern by the kind of flag that it raises."""
