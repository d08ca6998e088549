"""Evidence: what other pages of a site say of each segment of a page.

`SiteEvidence` holds tables over at most 64 pages: for each text, place and block the pages that have
it, as the bits of one number. A page is compared with those that are most like it; near-duplicates
of it are left out. With no page to compare with, all features are missing (NaN).
"""

import os

import numpy as np

from libc.math cimport NAN
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from honbun._core.characters cimport mixed
from honbun._core.layout cimport PageLayout, group_equal

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int honbun_popcount(unsigned long long bits) { return (int)__popcnt64(bits); }
    static inline int honbun_lowest(unsigned long long bits) {
        unsigned long at; _BitScanForward64(&at, bits); return (int)at;
    }
    #else
    static inline int honbun_popcount(unsigned long long bits) { return __builtin_popcountll(bits); }
    static inline int honbun_lowest(unsigned long long bits) { return __builtin_ctzll(bits); }
    #endif
    """
    int honbun_popcount(uint64_t bits) noexcept nogil
    int honbun_lowest(uint64_t bits) noexcept nogil

MOST_PAGES = 64
"""Pages of one site that are compared at most: the bits of a number."""

cdef enum:
    PAGES = 64
    COMPARED = 20  # of these, the most similar ones
    ROWS = 5000  # segments of one page in the tables; hostile pages have more
    BOXES = 20000
    SHINGLES = 100000
    LONG = 50  # characters of a text that is no accident
    SHARED_LEAST = 250  # characters that near-duplicates share

cdef double _SIMILAR = 0.15  # Jaccard similarity of places from which pages share a template
cdef double _DUPLICATE = 0.6  # share of its long texts that a near-duplicate has too
cdef double _FREQUENT = 0.3  # share of the pages on which a wording belongs to the template
cdef double _REPEATED = 0.1  # share of the pages on which a text is repeated
# Slots of tables that no page can foresee: equal ones would make every search long.
cdef uint64_t _SEED = int.from_bytes(os.urandom(8), "little")

FIRST = tuple("""pages,similar pages,similarity,pages with text,share with text,share with pattern,
share with text at place,share with place,texts at place,different texts at place,
repeated at place,size at place,link share at place,share with position,same text at position,
different texts at position,size at position,repeated in box 0,repeated in box 1,repeated in box 2,
repeated in box 3,repeated within 3,repeated within 15,repeated on page,inside 50% of own text,
position in 50% of own text,inside 70% of own text,votes of pages,own text before,own text after,
wording of others,wording of template,title of another page,similar with text"""
.replace("\n", "").split(","))
"""The features for the first look."""

SECOND = tuple("""score at place,score at position,score of text,score of box 1,score of box 2,
score of box 3""".replace("\n", "").split(","))
"""The features that scores of the other pages add for the second look."""


cdef struct Entry:
    # What one page has under one key.
    int32_t following
    int32_t page
    float count
    float chars
    float linked
    float repeated  # characters of texts that two pages have
    float fresh  # texts that no other page has under this key
    float score  # characters times their first scores
    float agreed  # ... and, at places, times those of the second look
    float judged  # characters that have a score of the second look


cdef struct Table:
    uint64_t* keys
    uint64_t* pages
    int32_t* entry  # the first entry, or -1; NULL in a table without sums
    uint32_t slots


cdef int _open(Table* table, Py_ssize_t most, bint sums) except -1:
    """Room for so many keys, and for sums of each page under each."""
    table.slots = 16
    while table.slots < 2 * most:
        table.slots *= 2
    table.keys = <uint64_t*>calloc(table.slots, 8)
    table.pages = <uint64_t*>calloc(table.slots, 8)
    if not (table.keys and table.pages):
        raise MemoryError
    if sums:
        table.entry = <int32_t*>malloc(<size_t>table.slots * 4)
        if table.entry == NULL:
            raise MemoryError
        memset(table.entry, 0xFF, <size_t>table.slots * 4)
    return 0


cdef void _close(Table* table) noexcept:
    free(table.keys)
    free(table.pages)
    free(table.entry)


cdef inline uint32_t _slot(Table* table, uint64_t key) noexcept nogil:
    """The slot of a key, which may be empty."""
    cdef uint32_t at = <uint32_t>mixed(key ^ _SEED) & (table.slots - 1)
    while table.pages[at] and table.keys[at] != key:
        at = (at + 1) & (table.slots - 1)
    return at


cdef inline uint64_t _pages(Table* table, uint64_t key) noexcept nogil:
    return table.pages[_slot(table, key)]


cdef inline uint64_t _both(uint64_t place, uint64_t text) noexcept nogil:
    return place * 31 + text


cdef class SiteEvidence:
    """Tables over some pages of a site."""

    cdef readonly tuple layouts
    cdef int size
    cdef Table texts, patterns, places, positions, at_place, at_position, shingles, boxes, titles
    cdef Entry* entries
    cdef int32_t entry_count, entry_room
    cdef int32_t[PAGES] distinct_places
    cdef uint64_t[PAGES] trunks
    cdef readonly bint scored

    def __cinit__(self, layouts):
        cdef int page
        self.layouts = tuple(layouts)
        if len(self.layouts) > PAGES:
            raise ValueError(f"more than {PAGES} pages")
        if not all(isinstance(layout, PageLayout) for layout in self.layouts):
            raise TypeError("evidence is made of page layouts")
        self.size = <int>len(self.layouts)
        self._open_tables()
        for page in range(self.size):
            self._add(page, self.layouts[page])
        for page in range(self.size):
            self._add_sums(page, self.layouts[page])

    def __dealloc__(self):
        _close(&self.texts)
        _close(&self.patterns)
        _close(&self.places)
        _close(&self.positions)
        _close(&self.at_place)
        _close(&self.at_position)
        _close(&self.shingles)
        _close(&self.boxes)
        _close(&self.titles)
        free(self.entries)

    def __len__(self):
        return self.size

    def _open_tables(self):
        cdef PageLayout layout
        cdef Py_ssize_t rows = 0, boxes = 0, shingles = 0
        for layout in self.layouts:
            rows += min(layout.rows, ROWS)
            boxes += min(layout.boxes, BOXES)
            shingles += min(layout.shingle[min(layout.rows, ROWS)], SHINGLES)
        _open(&self.texts, rows, True)
        _open(&self.patterns, rows, False)
        _open(&self.places, rows, True)
        _open(&self.positions, rows, True)
        _open(&self.at_place, rows, False)
        _open(&self.at_position, rows, False)
        _open(&self.shingles, shingles, False)
        _open(&self.boxes, boxes, True)
        _open(&self.titles, self.size, False)
        self.entry_room = 1024
        self.entries = <Entry*>malloc(self.entry_room * sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError

    cdef uint32_t _mark(self, Table* table, uint64_t key, uint64_t bit) noexcept:
        cdef uint32_t at = _slot(table, key)
        table.keys[at] = key
        table.pages[at] |= bit
        return at

    cdef Entry* _entry(self, Table* table, uint64_t key, int page) except NULL:
        """The entry of a page under a key; the newest is the first, and pages come in order."""
        cdef uint32_t at = _slot(table, key)
        cdef int32_t found = table.entry[at]
        cdef Entry* grown
        table.keys[at] = key
        table.pages[at] |= <uint64_t>1 << page
        if found >= 0 and self.entries[found].page == page:
            return &self.entries[found]
        if self.entry_count == self.entry_room:
            grown = <Entry*>realloc(self.entries, 2 * <Py_ssize_t>self.entry_room * sizeof(Entry))
            if grown == NULL:
                raise MemoryError
            self.entries = grown
            self.entry_room *= 2
        memset(&self.entries[self.entry_count], 0, sizeof(Entry))
        self.entries[self.entry_count].following = found
        self.entries[self.entry_count].page = page
        table.entry[at] = self.entry_count
        self.entry_count += 1
        return &self.entries[self.entry_count - 1]

    cdef int _add(self, int page, PageLayout layout) except -1:
        """Note which texts, places and blocks a page has."""
        cdef uint64_t bit = <uint64_t>1 << page
        cdef int row, rows = min(layout.rows, ROWS), i
        cdef uint32_t at
        for row in range(rows):
            self._mark(&self.texts, layout.text[row], bit)
            self._mark(&self.patterns, layout.pattern[row], bit)
            at = _slot(&self.places, layout.place[row])
            self.distinct_places[page] += not self.places.pages[at] & bit
            self._mark(&self.places, layout.place[row], bit)
            self._mark(&self.positions, layout.position[row], bit)
            self._mark(&self.at_place, _both(layout.place[row], layout.text[row]), bit)
            self._mark(&self.at_position, _both(layout.position[row], layout.text[row]), bit)
        for i in range(min(layout.shingle[rows], SHINGLES)):
            self._mark(&self.shingles, layout.shingles[i], bit)
        if layout.title:
            self._mark(&self.titles, layout.title, bit)
        self.trunks[page] = _trunk_key(layout)
        return 0

    cdef int _add_sums(self, int page, PageLayout layout) except -1:
        """Add up what a page has at each place and position, and in its blocks."""
        cdef int row, box
        cdef Entry* entry
        cdef float chars
        cdef bint repeated
        cdef double* sums
        for row in range(min(layout.rows, ROWS)):
            chars = layout.chars[row]
            repeated = honbun_popcount(_pages(&self.texts, layout.text[row])) > 1
            entry = self._entry(&self.places, layout.place[row], page)
            entry.count += 1
            entry.chars += chars
            entry.linked += layout.linked[row]
            entry.repeated += chars if repeated else 0
            entry.fresh += honbun_popcount(
                _pages(&self.at_place, _both(layout.place[row], layout.text[row]))
            ) == 1
            entry = self._entry(&self.positions, layout.position[row], page)
            entry.count += 1
            entry.chars += chars
            entry.fresh += honbun_popcount(
                _pages(&self.at_position, _both(layout.position[row], layout.text[row]))
            ) == 1
            entry = self._entry(&self.texts, layout.text[row], page)
            entry.chars += chars
        sums = layout.running(NULL)
        try:
            for box in range(min(layout.boxes, BOXES)):
                if layout.last[box] > layout.first[box]:
                    entry = self._entry(&self.boxes, layout.key[box], page)
                    entry.chars += sums[layout.last[box]] - sums[layout.first[box]]
        finally:
            free(sums)
        return 0

    def set_scores(self, int page, const float[::1] scores not None):
        """Keep the first scores of one of the pages, for the second look at the others."""
        cdef PageLayout layout
        cdef int row, box
        cdef float mass
        cdef double* sums
        if not 0 <= page < self.size:
            raise IndexError(f"there is no page {page}")
        layout = self.layouts[page]
        if scores.shape[0] != layout.rows:
            raise ValueError("each segment has a score")
        if layout.rows == 0:
            return
        for row in range(min(layout.rows, ROWS)):
            mass = scores[row] * layout.chars[row]
            self._add_score(&self.places, layout.place[row], page, mass)
            self._add_score(&self.positions, layout.position[row], page, mass)
            self._add_score(&self.texts, layout.text[row], page, mass)
        sums = layout.running(&scores[0])
        for box in range(min(layout.boxes, BOXES)):
            if layout.last[box] > layout.first[box]:
                mass = sums[layout.last[box]] - sums[layout.first[box]]
                self._add_score(&self.boxes, layout.key[box], page, mass)
        free(sums)
        self.scored = True

    cdef int32_t _find_entry(self, Table* table, uint64_t key, int page) noexcept:
        """The entry of any page under a key, or -1."""
        cdef int32_t at = table.entry[_slot(table, key)]
        while at >= 0 and self.entries[at].page != page:
            at = self.entries[at].following
        return at

    cdef int _add_score(self, Table* table, uint64_t key, int page, float mass) noexcept:
        cdef int32_t at = self._find_entry(table, key, page)
        if at >= 0:
            self.entries[at].score += mass
        return 0

    def set_second_scores(self, int page, const float[::1] scores not None):
        """Keep the second scores of one of the pages, by place, for the decision on the others."""
        cdef PageLayout layout
        cdef int row
        cdef int32_t at
        if not 0 <= page < self.size:
            raise IndexError(f"there is no page {page}")
        layout = self.layouts[page]
        if scores.shape[0] != layout.rows:
            raise ValueError("each segment has a score")
        for row in range(min(layout.rows, ROWS)):
            at = self._find_entry(&self.places, layout.place[row], page)
            if at >= 0:
                self.entries[at].agreed += scores[row] * layout.chars[row]
                self.entries[at].judged += layout.chars[row]

    def second_scores(self, PageLayout layout not None, uint64_t same):
        """The mean second score of the other pages at the place of each segment; NaN if unknown."""
        found = np.full(layout.rows, NAN, dtype=np.float32)
        cdef float[::1] out = found
        cdef int row
        cdef Entry sums
        for row in range(layout.rows):
            sums = self._sums(self.places.entry[_slot(&self.places, layout.place[row])], same)
            if sums.judged > 0:
                out[row] = sums.agreed / sums.judged
        return found

    def clear_scores(self):
        """Forget all scores."""
        cdef int32_t at
        for at in range(self.entry_count):
            self.entries[at].score = self.entries[at].agreed = self.entries[at].judged = 0
        self.scored = False

    # Comparable pages

    cdef int _rare(self) noexcept:
        """Pages that may have a text which is an article's and not the template's."""
        return max(3, self.size // 5)

    def comparable(self, PageLayout layout not None, uint64_t allowed=~<uint64_t>0):
        """The pages to compare a page with, those that share its template, and the similarity.

        `allowed` are the bits of the pages that may be used: not the page itself. Near-duplicates
        are left out: what they share is no template.
        """
        cdef int32_t[PAGES] both
        cdef int64_t[PAGES] shared
        cdef float[PAGES] similar
        cdef int page, row, rows = min(layout.rows, ROWS), i, best, chosen = 0, own = 0
        cdef int64_t long = 0
        cdef int rare = self._rare()
        cdef uint64_t bits, near = 0, same = 0, every = ~<uint64_t>0
        cdef double total = 0
        cdef int32_t* groups = <int32_t*>malloc(ROWS * 4)
        if groups == NULL:
            raise MemoryError
        try:
            group_equal(layout.place, rows, groups)
        except MemoryError:
            free(groups)
            raise
        memset(both, 0, sizeof(both))
        memset(shared, 0, sizeof(shared))
        if self.size < PAGES:
            allowed &= (<uint64_t>1 << self.size) - 1
        for row in range(rows):
            every &= _pages(&self.texts, layout.text[row])
            if groups[row] == own:  # the first of its place
                own += 1
                bits = _pages(&self.places, layout.place[row]) & allowed
                while bits:
                    both[honbun_lowest(bits)] += 1
                    bits &= bits - 1
            if layout.chars[row] >= LONG and 3 * <int64_t>layout.linked[row] < layout.chars[row]:
                bits = _pages(&self.texts, layout.text[row])
                if honbun_popcount(bits) > rare:
                    continue
                long += layout.chars[row]
                bits &= allowed
                while bits:
                    shared[honbun_lowest(bits)] += layout.chars[row]
                    bits &= bits - 1
        free(groups)
        for page in range(self.size):
            similar[page] = both[page] / <float>max(1, own + self.distinct_places[page] - both[page])
            # A page without long texts is still a duplicate of its exact copy.
            if not (allowed & ~every) >> page & 1 or (
                shared[page] > SHARED_LEAST and shared[page] > _DUPLICATE * long
            ):
                similar[page] = -1
        for i in range(COMPARED):
            best = -1
            for page in range(self.size):
                if similar[page] >= 0 and (best < 0 or similar[page] > similar[best]):
                    best = page
            if best < 0:
                break
            near |= <uint64_t>1 << best
            if similar[best] >= _SIMILAR:
                same |= <uint64_t>1 << best
                total += similar[best]
                chosen += 1
            similar[best] = -1
        return near, same, total / chosen if chosen else 0.0

    def duplicate_of(self, PageLayout layout not None):
        """The bits of the pages that have most of a page's long texts, or all of its texts."""
        cdef int64_t[PAGES] shared
        cdef int page, row
        cdef int64_t long = 0
        cdef int rare = self._rare()
        cdef uint64_t bits, found = 0, every = ~<uint64_t>0
        memset(shared, 0, sizeof(shared))
        for row in range(min(layout.rows, ROWS)):
            bits = _pages(&self.texts, layout.text[row])
            every &= bits
            if (
                layout.chars[row] >= LONG
                and 3 * <int64_t>layout.linked[row] < layout.chars[row]
                and honbun_popcount(bits) <= rare
            ):
                long += layout.chars[row]
                while bits:
                    shared[honbun_lowest(bits)] += layout.chars[row]
                    bits &= bits - 1
        for page in range(self.size):
            if shared[page] > SHARED_LEAST and shared[page] > _DUPLICATE * long:
                found |= <uint64_t>1 << page
        return found | every if layout.rows else found

    def pages_with(self, PageLayout layout not None, int row):
        """The bits of the pages that have the text of a segment."""
        if not 0 <= row < layout.rows:
            raise IndexError(f"there is no segment {row}")
        return _pages(&self.texts, layout.text[row])

    # Features

    def first(self, PageLayout layout not None, uint64_t near, uint64_t same, float similarity):
        """The features for the first look, given what `comparable` found."""
        found = np.full((len(FIRST), layout.rows), NAN, dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int row, n = honbun_popcount(near), m = honbun_popcount(same)
        cdef int least = max(1, <int>(_REPEATED * n + 0.999))
        cdef float* repeated
        cdef uint64_t pages
        if n == 0 or layout.rows == 0:
            return found
        repeated = <float*>calloc(<Py_ssize_t>layout.rows + 1, 4)
        if repeated == NULL:
            raise MemoryError
        try:
            for row in range(layout.rows):
                out[0, row], out[1, row] = n, m
                pages = _pages(&self.texts, layout.text[row])
                out[3, row] = honbun_popcount(pages & near)
                out[4, row] = out[3, row] / n
                out[5, row] = honbun_popcount(_pages(&self.patterns, layout.pattern[row]) & near) / <float>n
                repeated[row] = out[3, row] >= least
                out[32, row] = honbun_popcount(_pages(&self.titles, layout.text[row]) & near) > 0
                if m:
                    out[2, row] = similarity
                    out[33, row] = honbun_popcount(pages & same) / <float>m
                    self._at_place(out, row, layout, same, m)
                    self._at_position(out, row, layout, same, m)
            self._around(out, layout, repeated)
            self._wording(out, layout, near, n)
            if m:
                self._votes(out, layout, same, m)
        finally:
            free(repeated)
        return found

    cdef int _at_place(self, float[:, ::1] out, int row, PageLayout layout, uint64_t same, int m) noexcept:
        cdef uint32_t at = _slot(&self.places, layout.place[row])
        cdef float pages = honbun_popcount(self.places.pages[at] & same)
        cdef Entry sums = self._sums(self.places.entry[at], same)
        out[6, row] = honbun_popcount(
            _pages(&self.at_place, _both(layout.place[row], layout.text[row])) & same
        ) / <float>m
        out[7, row] = pages / m
        if sums.count > 0:
            out[8, row] = sums.count / pages
            out[9, row] = sums.fresh / sums.count
            out[10, row] = sums.repeated / max(sums.chars, 1)
            out[11, row] = sums.chars / sums.count
            out[12, row] = sums.linked / max(sums.chars, 1)
        return 0

    cdef int _at_position(self, float[:, ::1] out, int row, PageLayout layout, uint64_t same, int m) noexcept:
        cdef uint32_t at = _slot(&self.positions, layout.position[row])
        cdef float pages = honbun_popcount(self.positions.pages[at] & same)
        cdef Entry sums = self._sums(self.positions.entry[at], same)
        out[13, row] = pages / m
        if pages > 0:
            out[14, row] = honbun_popcount(
                _pages(&self.at_position, _both(layout.position[row], layout.text[row])) & same
            ) / pages
            out[15, row] = sums.fresh / max(sums.count, 1)
            out[16, row] = sums.chars / max(sums.count, 1)
        return 0

    cdef Entry _sums(self, int32_t at, uint64_t pages) noexcept:
        """The entries of some pages, added up."""
        cdef Entry total
        cdef Entry* entry
        memset(&total, 0, sizeof(total))
        while at >= 0:
            entry = &self.entries[at]
            if pages >> entry.page & 1:
                total.count += entry.count
                total.chars += entry.chars
                total.linked += entry.linked
                total.repeated += entry.repeated
                total.fresh += entry.fresh
                total.score += entry.score
                total.agreed += entry.agreed
                total.judged += entry.judged
            at = entry.following
        return total

    cdef int _around(self, float[:, ::1] out, PageLayout layout, float* repeated) except -1:
        """Shares of repeated text around each segment, and where the page's own text is."""
        cdef double* held = NULL
        cdef double* sums = NULL
        cdef double* own = NULL
        try:
            held, sums = layout.running(NULL), layout.running(repeated)
            own = _own_text(layout, repeated)
            self._write_around(out, layout, held, sums, own)
        finally:
            free(held)
            free(sums)
            free(own)
        return 0

    cdef int _write_around(
        self, float[:, ::1] out, PageLayout layout, const double* held, const double* sums,
        const double* own,
    ) noexcept:
        cdef int inner = layout.trunk(own, 0.5), outer = layout.trunk(own, 0.7)
        cdef int row, level, box, first = layout.first[inner], last = layout.last[inner], reach, i
        cdef double whole = max(own[layout.rows], 1)
        for row in range(layout.rows):
            box = layout.block[row]
            for level in range(4):
                out[17 + level, row] = (sums[layout.last[box]] - sums[layout.first[box]]) / max(
                    held[layout.last[box]] - held[layout.first[box]], 1
                )
                box = layout.wider[box]
            out[23, row] = sums[layout.rows] / max(held[layout.rows], 1)
            out[24, row] = first <= row < last
            out[25, row] = min(max((row - first) / <double>max(last - first, 1), -2), 3)
            out[26, row] = layout.first[outer] <= row < layout.last[outer]
            out[28, row] = own[row + 1] / whole
            out[29, row] = own[layout.rows] - own[row + 1]
        for i in range(2):
            reach = 15 if i else 3
            for row in range(layout.rows):
                first, last = max(row - reach, 0), min(row + reach + 1, layout.rows)
                out[21 + i, row] = (sums[last] - sums[first]) / max(held[last] - held[first], 1)
        return 0

    cdef int _wording(self, float[:, ::1] out, PageLayout layout, uint64_t near, int n) noexcept:
        """How many of each segment's shingles other pages have: template texts with gaps."""
        cdef int row, i, some, many, count
        cdef int frequent = max(min(2, n), <int>(_FREQUENT * n + 0.999))
        for row in range(layout.rows):
            some = many = 0
            for i in range(layout.shingle[row], layout.shingle[row + 1]):
                count = honbun_popcount(_pages(&self.shingles, layout.shingles[i]) & near)
                some += count >= 1
                many += count >= frequent
            count = max(layout.shingle[row + 1] - layout.shingle[row], 1)
            out[30, row] = some / <float>count
            out[31, row] = many / <float>count
        return 0

    cdef int _votes(self, float[:, ::1] out, PageLayout layout, uint64_t same, int m) noexcept:
        """The share of pages whose text is in a block with the same key as one around a segment."""
        cdef int page, other, box, row, votes, covered
        cdef uint64_t done = 0, bits = same
        for row in range(layout.rows):
            out[27, row] = 0
        while bits:
            page = honbun_lowest(bits)
            bits &= bits - 1
            if done >> page & 1:
                continue
            votes = 0
            for other in range(self.size):
                if same >> other & 1 and self.trunks[other] == self.trunks[page]:
                    votes += 1
                    done |= <uint64_t>1 << other
            covered = 0  # blocks with one key may be inside each other
            for box in range(layout.boxes):
                if layout.key[box] == self.trunks[page]:
                    for row in range(max(layout.first[box], covered), layout.last[box]):
                        out[27, row] = max(out[27, row], votes / <float>m)
                    covered = max(covered, layout.last[box])
        return 0

    def second(self, PageLayout layout not None, uint64_t same):
        """The features for the second look: scores of the other pages at the same places."""
        found = np.full((len(SECOND), layout.rows), NAN, dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int row, level, box
        if not same or not self.scored:
            return found
        for row in range(layout.rows):
            self._score(out, 0, row, &self.places, layout.place[row], same)
            self._score(out, 1, row, &self.positions, layout.position[row], same)
            self._score(out, 2, row, &self.texts, layout.text[row], same)
            box = layout.block[row]
            for level in range(3):
                box = layout.wider[box]
                self._score(out, 3 + level, row, &self.boxes, layout.key[box], same)
        return found

    cdef int _score(
        self, float[:, ::1] out, int line, int row, Table* table, uint64_t key, uint64_t same
    ) noexcept:
        cdef Entry sums = self._sums(table.entry[_slot(table, key)], same)
        if sums.chars > 0:
            out[line, row] = sums.score / sums.chars
        return 0


cdef uint64_t _trunk_key(PageLayout layout) except? 0:
    """The key of the innermost block with half of the unlinked text."""
    cdef double* sums
    cdef int box
    if layout.rows == 0:
        return 0
    sums = _own_text(layout, NULL)
    box = layout.trunk(sums, 0.5)
    free(sums)
    return layout.key[box]


cdef double* _own_text(PageLayout layout, const float* repeated) except NULL:
    """Running sum of the unlinked text that is not repeated; to be freed by the caller."""
    cdef double* sums = <double*>malloc((<Py_ssize_t>layout.rows + 1) * sizeof(double))
    cdef int row
    if sums == NULL:
        raise MemoryError
    sums[0] = 0
    for row in range(layout.rows):
        sums[row + 1] = sums[row]
        if repeated == NULL or not repeated[row]:
            sums[row + 1] += layout.chars[row] - layout.linked[row]
    return sums
