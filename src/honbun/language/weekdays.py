"""The names of the weekdays, wherever they stand beside a date."""

from __future__ import annotations

from honbun.language.months import alternation

_NAMES = (
    "monday mon montag mo lundi lun lunes lunedì maandag ma måndag mån mandag понедельник пн "
    "segunda-feira segunda seg poniedziałek pon pondělí pazartesi",
    "tuesday tues tue dienstag di die mardi mar martes martedì dinsdag tisdag tis tirsdag вторник "
    "вт terça-feira terça ter wtorek wt úterý salı",
    "wednesday wed mittwoch mi mit mercredi mer mercr miércoles miercoles mié mie mercoledì "
    "woensdag woe wo onsdag ons среда среду ср quarta-feira quarta qua środa śr středa çarşamba",
    "thursday thurs thur thu donnerstag do don jeudi jeu jueves jue giovedì gio donderdag torsdag "
    "tors tor четверг чт quinta-feira quinta qui czwartek czw čtvrtek perşembe",
    "friday fri freitag fr fre vendredi ven vendr viernes vie venerdì vrijdag vrij vr fredag "
    "пятница пятницу пт sexta-feira sexta sex piątek pt pátek cuma",
    "saturday sat samstag sonnabend sa sam samedi sábado sabado sáb sab sabato zaterdag zat za "
    "lördag lør lör lørdag суббота субботу сб sobota sob cumartesi",
    "sunday sun sonntag so son dimanche dim domingo dom domenica zondag zon zo söndag sön søndag "
    "søn воскресенье вс niedziela nie neděle pazar",
)
_CJK = ("月一월", "火二화", "水三수", "木四목", "金五금", "土六토", "日天七일")
_NUMBER = {name: number for number, names in enumerate(_NAMES) for name in names.split()} | {
    sign: number for number, signs in enumerate(_CJK) for sign in signs
}
_SPELT = alternation([name for names in _NAMES for name in names.split()]) + r"(?![^\W\d_])"
_EAST = r"(?:[月火水木金土日]曜日?|(?:星期|周|週|礼拜)[一二三四五六日天]|[월화수목금토일]요일)"
_SIGN = r"[月火水木金土日월화수목금토일](?:[・･/,]?祝日?)?"

BEFORE = rf"\b(?P<before>{_SPELT})\.?(?:\s?,\s?|\s|(?<=\.))(?:(?:the|den|dem|der|le|il|el)\s)?$"
"""A weekday at the end of what stands before a date."""

AFTER = (
    rf"[\s,]{{0,2}}(?:[(\[]\s?(?P<bracketed>{_SIGN}|{_EAST}|{_SPELT}\.?)\s?[)\]]"
    rf"|(?P<after>{_EAST}|(?=\w{{3}}){_SPELT}))"
)
"""A weekday after a date; those of one or two letters must be bracketed, being words as well."""


def number(name: str) -> int:
    """The day of the week, Monday being 0.

    >>> number("wed."), number("水曜日"), number("星期三"), number("木・祝")
    (2, 2, 2, 3)
    """
    known = _NUMBER.get(name.rstrip("."))
    if known is not None:
        return known
    return _NUMBER[name.removeprefix("星期").removeprefix("礼拜").lstrip("周週")[0]]
