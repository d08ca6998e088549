"""Words that end in a period which ends no sentence."""

from __future__ import annotations

ABBREVIATIONS = frozenset(
    # English
    "mr mrs ms dr prof rev hon st mt ft gen col lt sgt capt cmdr adm maj gov sen rep pres supt "
    "messrs mmes vs viz cf al approx est dept univ assn bros "
    # German
    "bzw ca evtl ggf inkl exkl usf vgl zzgl hrsg abs nr str tel dipl ing geb gest jh bspw sog "
    "mio mrd allg "
    # French
    "mme mlle mgr me éd env boul av chap "
    # Spanish, Portuguese, Italian
    "sr sra srta dra ud uds pág págs núm avda ee exmo exma sig dott ecc pag prov "
    # Dutch, Scandinavian languages
    "bijv blz dhr mevr nl bl bla jf kl osv fx dvs "
    # Polish, Czech
    "ul prof hab np tzn tzw św inż mgr tzv např str "
    # Russian
    "г гг им ул стр см тыс млн млрд руб др проф акад "
    # Turkish, Hungarian, Finnish
    "av doç prof pl ill esim mm ns".split()
)
BEFORE_NUMBER = frozenset(
    "no nos p pp pt vol fig figs ch sec art para eq ed op jan feb mar apr jun jul aug sep sept oct "
    "nov dec mon tue wed thu fri sat sun janv févr juil déc n º cap bd ver".split()
)
"""These only where a number follows."""
AFTER_ORDINAL = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november dezember "
    "jahrhundert jahrhunderts jahrhunderte".split()
)
"""German writes "am 3. Oktober", with a capital that elsewhere would begin a sentence."""
