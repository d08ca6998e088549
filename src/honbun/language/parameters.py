"""Parameters of an address: those that tell which page is meant, and those that count visits.

Only what is generally known to say nothing about the page is dropped; a parameter that some sites
count with and others choose the page with is kept.
"""

from __future__ import annotations

import re

_COUNTING = frozenset(
    "_ga _gl _hsenc _hsmi _ke _openstat at_campaign at_medium bbeml cmpid cvid dclid dm_i epik "
    "fb_action_ids fb_action_types fb_ref fb_source fbclid ga_campaign ga_medium ga_source gbraid "
    "gclid gclsrc guccounter hsctatracking icid ig_rid igsh igshid li_fat_id mc_cid mc_eid mkt_tok "
    "ml_subscriber ml_subscriber_hash msclkid mtm_campaign ncid ns_campaign ns_mchannel ns_source "
    "ocid oly_anon_id oly_enc_id rb_clickid ref_src ref_url s_cid s_kwcid scm spm sr_share "
    "srsltid trk ttclid twclid vero_conv vero_id wbraid wickedid wt.mc_id wt_mc wt_zmc xtor yclid "
    "ysclid zanpid jsessionid phpsessid".split()
)
"""Parameters that tell where a reader came from, or who he is."""
_FAMILIES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "itm_", "guce_", "aspsessionid")
_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid)=[^/;]*")


def telling_parameters(query: str) -> list[str]:
    """The parameters that tell which page is meant, in their order.

    >>> telling_parameters("utm_source=x&id=3&&fbclid=y&print")
    ['id=3', 'print']
    """
    return [part for part in query.split("&") if part and not _counts(part)]


def without_session(path: str) -> str:
    """A path without the number of a visit.

    >>> without_session("/a;jsessionid=0A1/b")
    '/a/b'
    """
    return _SESSION.sub("", path) if ";" in path else path


def _counts(part: str) -> bool:
    name, equals, _ = part.partition("=")
    name = name.lower()
    return bool(equals) and (name in _COUNTING or name.startswith(_FAMILIES))
