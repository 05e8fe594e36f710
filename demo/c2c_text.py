"""The text of `perf c2c report --stdio --coalesce tid,iaddr`, as perf 6.1 prints it, from samples. Given the same
samples perf prints the same bytes."""

from dataclasses import dataclass

LINE = 64  # bytes of a cache line


@dataclass
class Samples:
    """Equal samples: one thread, one instruction, one address, one outcome."""

    kind: str  # lcl_hitm, rmt_hitm, l1, fb, llc, dram: loads; st_hit, st_miss: stores
    count: int
    thread: "Thread"
    address: int
    code: "Code"
    weight: int = 0  # cycles


@dataclass(frozen=True)
class Thread:
    tid: int
    comm: str
    cpu: int
    node: int


@dataclass(frozen=True)
class Code:
    address: int
    function: str
    object: str
    source: str  # file:line


class Counts:
    """Samples added up by kind, as perf's c2c_decode_stats does."""

    def __init__(self, samples):
        self.samples = samples
        self.by_kind = {}
        for s in samples:
            self.by_kind[s.kind] = self.by_kind.get(s.kind, 0) + s.count

    def __getitem__(self, kind):
        return self.by_kind.get(kind, 0)

    @property
    def loads(self):
        return sum(n for kind, n in self.by_kind.items() if not kind.startswith("st_"))

    @property
    def stores(self):
        return self["st_hit"] + self["st_miss"]

    @property
    def hitm(self):
        return self["lcl_hitm"] + self["rmt_hitm"]

    def mean_weight(self, *kinds):
        chosen = [s for s in self.samples if s.kind in kinds]
        total = sum(s.count for s in chosen)
        return sum(s.count * s.weight for s in chosen) // total if total else 0


class Line(Counts):
    """One cache line."""

    def __init__(self, address, samples):
        super().__init__(samples)
        self.address = address

    def rows(self):
        groups = {}
        for s in self.samples:
            groups.setdefault((s.address % LINE, s.thread.tid, s.code.address), []).append(s)
        return [Row(key[0], group) for key, group in sorted(groups.items())]


class Row(Counts):
    """What one instruction of one thread did to one offset of a line."""

    def __init__(self, offset, samples):
        super().__init__(samples)
        self.offset = offset
        self.thread, self.code = samples[0].thread, samples[0].code

    def names(self):
        return f"[.] {self.code.function}", self.code.object, self.code.source


def shared_lines(samples):
    """Lines with a HITM, those with most first: what perf shows."""
    groups = {}
    for s in samples:
        groups.setdefault(s.address // LINE * LINE, []).append(s)
    lines = [Line(address, group) for address, group in groups.items()]
    return sorted((line for line in lines if line.hitm), key=lambda line: (-line.hitm, line.address))


def heading(indent, title):
    bar = "=" * 49
    return [bar, (" " * indent + title).ljust(49), bar]


def statistics(values):
    """Counts end in column 48, percentages in 49."""
    return [f"  {label:<34}: {value:>{10 + value.endswith('%')}}" for label, value in values] + [""]


def percent(part, whole, decimals):
    return f"{100.0 * part / whole if whole else 0:.{decimals}f}%"


def trace_section(total):
    misses = total["dram"] + total["rmt_hitm"]
    counts = {
        "Total records": total.loads + total.stores, "Locked Load/Store Operations": 0, "Load Operations": total.loads,
        "Loads - uncacheable": 0, "Loads - IO": 0, "Loads - Miss": 0, "Loads - no mapping": 0,
        "Load Fill Buffer Hit": total["fb"], "Load L1D hit": total["l1"], "Load L2D hit": 0,
        "Load LLC hit": total["llc"] + total["lcl_hitm"], "Load Local HITM": total["lcl_hitm"],
        "Load Remote HITM": total["rmt_hitm"], "Load Remote HIT": 0, "Load Local DRAM": total["dram"],
        "Load Remote DRAM": 0, "Load MESI State Exclusive": total["dram"], "Load MESI State Shared": 0,
        "Load LLC Misses": misses, "Load access blocked by data": 0, "Load access blocked by address": 0,
        "Load HIT Local Peer": 0, "Load HIT Remote Peer": 0,
    }  # fmt: skip
    ratios = {
        "LLC Misses to Local DRAM": total["dram"], "LLC Misses to Remote DRAM": 0,
        "LLC Misses to Remote cache (HIT)": 0, "LLC Misses to Remote cache (HITM)": total["rmt_hitm"],
    }  # fmt: skip
    stores = {
        "Store Operations": total.stores, "Store - uncacheable": 0, "Store - no mapping": 0,
        "Store L1D Hit": total["st_hit"], "Store L1D Miss": total["st_miss"], "Store No available memory level": 0,
        "No Page Map Rejects": 0, "Unable to parse data source": 0,
    }  # fmt: skip
    values = [(label, str(n)) for label, n in counts.items()]
    values += [(label, percent(n, misses, 1)) for label, n in ratios.items()]
    values += [(label, str(n)) for label, n in stores.items()]
    return heading(12, "Trace Event Information") + statistics(values)


def shared_section(lines):
    shared = Counts([s for line in lines for s in line.samples])
    counts = {
        "Total Shared Cache Lines": len(lines), "Load HITs on shared lines": shared.loads,
        "Fill Buffer Hits on shared lines": shared["fb"], "L1D hits on shared lines": shared["l1"],
        "L2D hits on shared lines": 0, "LLC hits on shared lines": shared["llc"] + shared["lcl_hitm"],
        "Load hits on peer cache or nodes": 0, "Locked Access on shared lines": 0, "Blocked Access on shared lines": 0,
        "Store HITs on shared lines": shared.stores, "Store L1D hits on shared lines": shared["st_hit"],
        "Store No available memory level": 0, "Total Merged records": shared.hitm + shared.stores,
    }  # fmt: skip
    return heading(4, "Global Shared Cache Line Event Information") + statistics([(k, str(n)) for k, n in counts.items()])


DETAILS = """\
  Events                            : cpu/mem-loads,ldlat=30/P
                                    : cpu/mem-stores/P
  Cachelines sort on                : Total HITMs
  Cacheline data grouping           : offset,tid,iaddr
"""

TABLE_HEAD = """\
#
#        ----------- Cacheline ----------      Tot  ------- Load Hitm -------    Total    Total    Total  --------- Stores --------  ----- Core Load Hit -----  - LLC Load Hit --  - RMT Load Hit --  --- Load Dram ----
# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  records    Loads   Stores    L1Hit   L1Miss      N/A       FB       L1       L2    LclHit  LclHitm    RmtHit  RmtHitm       Lcl       Rmt
# .....  ..................  ....  ......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  ........  .......  ........  .......  ........  ........
#"""


def table_row(index, line, hitm):
    addresses = len({s.address for s in line.samples})  # PA cnt: how often the physical address changes
    cells = [f"{index:>7}", f"{line.address:#18x}", f"{0:>4}", f"{addresses:>6}", f"{percent(line.hitm, hitm, 2):>7}"]
    counts = [line.hitm, line["lcl_hitm"], line["rmt_hitm"], line.loads + line.stores, line.loads, line.stores,
              line["st_hit"], line["st_miss"], 0, line["fb"], line["l1"], 0]  # fmt: skip
    cells += [f"{n:>7}" for n in counts]
    cells += [f"{line['llc']:>8}", f"{line['lcl_hitm']:>7}", f"{0:>8}", f"{line['rmt_hitm']:>7}"]
    cells += [f"{line['dram']:>8}", f"{0:>8}"]
    return "  ".join(cells)


def table_section(lines):
    hitm = sum(line.hitm for line in lines)
    out = heading(11, "Shared Data Cache Line Table") + TABLE_HEAD.splitlines()
    return out + [table_row(index, line, hitm) for index, line in enumerate(lines)] + [""]


SHARE_COLUMNS = ("rmt_hitm", "lcl_hitm", "st_hit", "st_miss", "st_none")


def name_widths(line):
    names = [row.names() for row in line.rows()]
    return [max(len(cells[column]) for cells in names) for column in range(3)]


def pareto_head(line):
    """The widths of the last columns are those of the first line's rows, as in perf."""
    symbol, object_, source = name_widths(line)
    tid = len(line.samples[0].thread.comm) + 8
    group = ["#        ----- HITM -----", "------- Store Refs ------", "--------- Data address ---------", " " * tid,
             " " * 18, "---------- cycles ----------", "  Total", "     cpu", " " * symbol, "Shared".rjust(object_),
             " " * source, "    "]  # fmt: skip
    names = ["#   Num", "RmtHitm", "LclHitm", " L1 Hit", "L1 Miss", "    N/A", "Offset".rjust(18), "Node", "PA cnt",
             "Tid".rjust(tid), "Code address".rjust(18), "rmt hitm", "lcl hitm", "    load", "records", "     cnt",
             "Symbol".rjust(symbol), "Object".rjust(object_), "Source:Line".rjust(source), "Node"]  # fmt: skip
    dots = "# .....  " + "  ".join("." * len(name) for name in names[1:])
    return ["#", "  ".join(group), "  ".join(names), dots, "#"]


def pareto_row(line, row, widths):
    cells = [f"{percent(row[kind], line[kind], 2):>7}" for kind in SHARE_COLUMNS]
    cells += [f"{row.offset:#18x}", f"{0:>4}", f"{1:>6}"]
    cells += [f"{row.thread.tid:>7}:{row.thread.comm}", f"{row.code.address:#18x}"]
    cells += [f"{row.mean_weight('rmt_hitm'):>8}", f"{row.mean_weight('lcl_hitm'):>8}"]
    cells += [f"{row.mean_weight('l1', 'fb', 'llc', 'dram'):>8}", f"{row.loads + row.stores:>7}", f"{1:>8}"]
    cells += [text.ljust(width) for text, width in zip(row.names(), widths)]
    return " " * 9 + "  ".join(cells) + f"  {row.thread.node:>2}"


def pareto_section(lines):
    out = heading(6, "Shared Cache Line Distribution Pareto") + (pareto_head(lines[0]) if lines else [])
    rule = "  " + "-" * 70
    for index, line in enumerate(lines):
        counts = "  ".join(f"{line[kind]:>7}" for kind in SHARE_COLUMNS)
        out += [rule, f"{index:>7}  {counts}  {line.address:#18x}", rule]
        widths = name_widths(line)
        out += [pareto_row(line, row, widths) for row in line.rows()] + [""]
    return out[:-1]


def render(samples):
    lines = shared_lines(samples)
    out = trace_section(Counts(samples)) + shared_section(lines)
    out += heading(17, "c2c details") + DETAILS.splitlines() + [""]
    return "\n".join(out + table_section(lines) + pareto_section(lines)) + "\n"
