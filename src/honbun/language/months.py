"""The names of the months in the languages whose dates carry them.

A name may belong to several languages as long as all mean the same month. Where two disagree
(Polish and Croatian listopad), the one with more pages has it.
"""

from __future__ import annotations

_NAMES = (
    # en, de, fr, es, pt, it, nl, sv/da/nb, fi, pl, cs, tr, hu, ro, id, ru, uk, el
    "january jan januar jänner jän jaenner janvier janv enero ene janeiro gennaio gen januari "
    "tammikuuta stycznia styczeń sty ledna leden ocak oca január ianuarie januar января январь янв "
    "січня ιανουαρίου",
    "february feb februar feber februari février fevrier févr fevr fév febrero fevereiro fev "
    "febbraio helmikuuta lutego luty lut února únor şubat şub február februarie февраля февраль "
    "февр фев лютого φεβρουαρίου",
    "march mar märz mär mrz maerz mars marzo março marco maart mrt marts maaliskuuta marca marzec "
    "března březen mart március martie maret марта март мар березня μαρτίου",
    "april apr avril avr abril abr aprile huhtikuuta kwietnia kwiecień kwi dubna duben nisan nis "
    "április aprilie апреля апрель апр квітня απριλίου",
    "may mai mayo maio maggio mag mei maj toukokuuta maja května květen mayıs május мая май "
    "травня μαΐου",
    "june jun juni juin junio junho giugno giu kesäkuuta czerwca czerwiec cze června červen "
    "haziran haz június iunie июня июнь июн червня ιουνίου",
    "july jul juli juillet juil julio julho luglio lug heinäkuuta lipca lipiec lip července "
    "červenec temmuz tem július iulie июля июль июл липня ιουλίου",
    "august aug août aout agosto ago augustus augusti elokuuta sierpnia sierpień sie srpna srpen "
    "ağustos ağu augusztus agustus августа август авг серпня αυγούστου",
    "september sept sep septembre septiembre setiembre setembro set settembre syyskuuta września "
    "wrzesień wrz září eylül eyl szeptember septembrie сентября сентябрь сент сен вересня "
    "σεπτεμβρίου",
    "october oct oktober okt octobre octubre outubro out ottobre ott lokakuuta października "
    "październik paź října říjen ekim október octombrie октября октябрь окт жовтня οκτωβρίου",
    "november nov novembre noviembre novembro marraskuuta listopada listopad lis listopadu kasım "
    "kas noiembrie ноября ноябрь нояб ноя листопада νοεμβρίου",
    "december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre joulukuuta "
    "grudnia grudzień gru prosince prosinec aralık ara desember des decembrie декабря декабрь дек "
    "грудня δεκεμβρίου",
)
NUMBER = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}

WEAK = frozenset(
    "ago ara des gen kas lip lis mag maj mar march mars may nis out set sie tem".split()
)
"""Words of other meanings as well ("10 out of 20", "you may 3 times"): months only with a year."""
CAPITAL = frozenset("maj mar march mars may".split())
"""Those of them for which a capital letter is as good as a year."""


def alternation(words: list[str]) -> str:
    """A pattern for any of the words, the longest first, that fails fast on their first letter."""
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


NAME = alternation([*NUMBER]) + r"(?![^\W\d_])"
