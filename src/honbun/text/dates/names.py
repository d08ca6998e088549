"""Names in dates: months, weekdays, Japanese eras.

A name may belong to several languages as long as all mean the same month. Where two disagree
(Polish and Croatian listopad), the language with more pages wins.
"""

from __future__ import annotations

_MONTHS = (
    # en, de, fr, es, pt, it, nl, sv/da/nb, fi, pl, cs, tr, hu, ro, id, ru, uk, bg, el, ca, sk, sl,
    # et, lt, is. Greek is written without accents in capitals.
    "january jan januar jänner jän jaenner janvier janv enero ene janeiro gennaio gen januari "
    "tammikuuta stycznia styczeń sty ledna leden ocak oca január ianuarie januar января январь янв "
    "січня януари ιανουαρίου ιανουαριου ιανουάριος γενάρη ιαν gener januára januarja jaanuar "
    "sausio janúar",
    "february feb februar feber februari février fevrier févr fevr fév febrero fevereiro fev "
    "febbraio helmikuuta lutego luty lut února únor şubat şub február februarie февраля февраль "
    "февр фев лютого февруари φεβρουαρίου φεβρουαριου φεβρουάριος φλεβάρη φεβ "
    "febrer februára februarja veebruar vasario febrúar",
    "march mar märz mär mrz maerz mars marzo março marco maart mrt marts maaliskuuta marca marzec "
    "března březen mart március martie maret марта март мар березня μαρτίου μαρτιου "
    "μάρτιος μάρτη μαρ març marec märts kovo",
    "april apr avril avr abril abr aprile huhtikuuta kwietnia kwiecień kwi dubna duben nisan nis "
    "április aprilie апреля апрель апр квітня април απριλίου απριλιου "
    "απρίλιος απρίλη απρ apríla aprila aprill balandžio apríl",
    "may mai mayo maio maggio mag mei maj toukokuuta maja května květen mayıs május мая май "
    "травня μαΐου μαίου μαϊου μαιου μάιος μάη μαΐ maig mája gegužės maí",
    "june jun juni juin junio junho giugno giu kesäkuuta czerwca czerwiec cze června červen "
    "haziran haz június iunie июня июнь июн червня юни ιουνίου ιουνιου ιούνιος ιούνη "
    "ιουν juny júna junija juuni birželio júní",
    "july jul juli juillet juil julio julho luglio lug heinäkuuta lipca lipiec lip července "
    "červenec temmuz tem július iulie июля июль июл липня юли ιουλίου ιουλιου ιούλιος ιούλη "
    "ιουλ juliol júla julija juuli liepos júlí",
    "august aug août aout agosto ago augustus augusti elokuuta sierpnia sierpień sie srpna srpen "
    "ağustos ağu augusztus agustus августа август авг серпня αυγούστου αυγουστου "
    "αύγουστος αυγ agost augusta avgusta rugpjūčio ágúst",
    "september sept sep septembre septiembre setiembre setembro set settembre syyskuuta września "
    "wrzesień wrz září eylül eyl szeptember septembrie сентября сентябрь сент сен вересня "
    "септември σεπτεμβρίου σεπτεμβριου σεπτέμβριος σεπτέμβρη σεπ septembra rugsėjo",
    "october oct oktober okt octobre octubre outubro out ottobre ott lokakuuta października "
    "październik paź října říjen ekim október octombrie октября октябрь окт жовтня октомври "
    "οκτωβρίου οκτωβριου οκτώβριος οκτώβρη οκτ októbra oktobra oktoober spalio",
    "november nov novembre noviembre novembro marraskuuta listopada listopad lis listopadu kasım "
    "kas noiembrie ноября ноябрь нояб ноя листопада ноември νοεμβρίου "
    "νοεμβριου νοέμβριος νοέμβρη νοε novembra lapkričio nóvember",
    "december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre joulukuuta "
    "grudnia grudzień gru prosince prosinec aralık ara desember des decembrie декабря декабрь дек "
    "грудня декември δεκεμβρίου δεκεμβριου δεκέμβριος δεκέμβρη δεκ desembre decembra detsember "
    "gruodžio",
)
MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}

AMBIGUOUS = frozenset(
    "ago ara des gen kas lip lis mag maj mar march mars may nis out set sie tem".split()
)
"""Words with other meanings too ("10 out of 20", "you may 3 times"): months only with a year."""
CAPITALISED = frozenset("maj mar march mars may".split())
"""Those of them for which a capital letter is enough."""


def alternation(words: list[str]) -> str:
    """A pattern for any of the words, the longest first, which fails on the first letter."""
    initials = sorted({word[0] for word in words})
    longest_first = sorted(words, key=len, reverse=True)
    return (
        "(?:"
        + "|".join(
            initial
            + "(?:"
            + "|".join(word[1:] for word in longest_first if word[0] == initial)
            + ")"
            for initial in initials
        )
        + ")"
    )


MONTH_NAME = alternation([*MONTH]) + r"(?![^\W\d_])"

_WEEKDAYS = (
    "monday mon montag mo lundi lun lunes lunedì maandag ma måndag mån mandag понедельник пн "
    "segunda-feira segunda seg poniedziałek pon pondělí pazartesi δευτέρα",
    "tuesday tues tue dienstag di die mardi mar martes martedì dinsdag tisdag tis tirsdag вторник "
    "вт terça-feira terça ter wtorek wt úterý salı τρίτη",
    "wednesday wed mittwoch mi mit mercredi mer mercr miércoles miercoles mié mie mercoledì "
    "woensdag woe wo onsdag ons среда среду ср quarta-feira quarta qua środa śr středa çarşamba "
    "τετάρτη",
    "thursday thurs thur thu donnerstag do don jeudi jeu jueves jue giovedì gio donderdag torsdag "
    "tors tor четверг чт quinta-feira quinta qui czwartek czw čtvrtek perşembe πέμπτη",
    "friday fri freitag fr fre vendredi ven vendr viernes vie venerdì vrijdag vrij vr fredag "
    "пятница пятницу пт sexta-feira sexta sex piątek pt pátek cuma παρασκευή",
    "saturday sat samstag sonnabend sa sam samedi sábado sabado sáb sab sabato zaterdag zat za "
    "lördag lør lör lørdag суббота субботу сб sobota sob cumartesi σάββατο",
    "sunday sun sonntag so son dimanche dim domingo dom domenica zondag zon zo söndag sön søndag "
    "søn воскресенье вс niedziela nie neděle pazar κυριακή",
)
_CJK = ("月一월", "火二화", "水三수", "木四목", "金五금", "土六토", "日天七일")
_WEEKDAY = {name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()} | {
    sign: number for number, signs in enumerate(_CJK) for sign in signs
}
_SPELT = alternation([name for names in _WEEKDAYS for name in names.split()]) + r"(?![^\W\d_])"
_EAST = r"(?:[月火水木金土日]曜日?|(?:星期|周|週|礼拜)[一二三四五六日天]|[월화수목금토일]요일)"
_SIGN = r"[月火水木金土日월화수목금토일](?:[・･/,]?祝日?)?"

WEEKDAY_BEFORE = (
    rf"\b(?P<before>{_SPELT})\.?(?:\s?,\s?|\s|(?<=\.))(?:(?:the|den|dem|der|le|il|el)\s)?$"
)
"""A weekday at the end of the text before a date."""

WEEKDAY_AFTER = (
    rf"[\s,]{{0,2}}(?:[(\[]\s?(?P<bracketed>{_SIGN}|{_EAST}|{_SPELT}\.?)\s?[)\]]"
    rf"|(?P<after>{_EAST}|(?=\w{{3}}){_SPELT}))"
)
"""A weekday after a date; one of one or two letters must be in brackets, being a word too."""


def weekday(name: str) -> int:
    """The day of the week, Monday being 0.

    >>> weekday("wed."), weekday("水曜日"), weekday("星期三"), weekday("木・祝")
    (2, 2, 2, 3)
    """
    known = _WEEKDAY.get(name.rstrip("."))
    if known is not None:
        return known
    return _WEEKDAY[name.removeprefix("星期").removeprefix("礼拜").lstrip("周週")[0]]


_ERA_START = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
"""The year before the first of each era."""
_ERA_SHORT = {"平": "平成", "昭": "昭和", "令": "令和", "㍾": "明治", "㍽": "大正"} | {
    "㍼": "昭和",
    "㍻": "平成",
    "㋿": "令和",
}
_ERA_LETTER = {"r": "令和", "h": "平成", "s": "昭和"}
"""Without M and T: pages write those eras in full, and M1.2.3 is a version."""
_LONGEST_ERA = 64
"""Shōwa, the longest era, ended in its 64th year."""

ERAS = (*_ERA_START, *_ERA_SHORT)
ERA = "|".join(ERAS)
ERA_LETTERS = "".join(_ERA_LETTER)
ERA_LETTER = f"[{ERA_LETTERS}]"


def era_year(era: str, count: int) -> int:
    """The Western year of a year of an era; 0 where no era lasted that long.

    >>> era_year("平成", 20), era_year("r", 6), era_year("昭和", 90)
    (2008, 2024, 0)
    """
    name = _ERA_LETTER.get(era) or _ERA_SHORT.get(era) or era
    # Later years than the era had are dates too: plans were printed for 平成35年.
    return _ERA_START[name] + count if 1 <= count <= _LONGEST_ERA else 0
