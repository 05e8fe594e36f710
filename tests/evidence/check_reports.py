#!/usr/bin/env python3
"""Every number printed in a report must be in the model that the reader makes of it.

Numbers are found here line by line with regular expressions, knowing nothing of columns, headers or
releases, so that an error of the reader is not repeated: usage check_reports.py DUMP_RECORDING FILE...
"""
import json
import re
import subprocess
import sys
from collections import Counter

STATISTIC = re.compile(r'^\s*([A-Z][A-Za-z0-9 ()/-]*?)\s*:\s+(-?nan%|[0-9.]+%?)$')
NUMBER = re.compile(r'0x[0-9a-f]+|[0-9.]+%|[0-9]+')
SYMBOL = re.compile(r'(0x[0-9a-f]+\s+. )?\[[.kguH]\] ')

LINE_FIELDS = ('Index PaCount DisplayShare TotalHitm LocalHitm RemoteHitm TotalPeer LocalPeer RemotePeer Records Loads '
               'Stores StoreL1Hit StoreL1Miss StoreNoLevel FillBufferHit L1Hit L2Hit LlcHit LlcHitm RemoteHit '
               'RemoteLoadHitm LlcMisses LocalDram RemoteDram').split()
SHARES = 'RemoteHitm LocalHitm RemotePeer LocalPeer AnyPeer StoreL1Hit StoreL1Miss StoreNoLevel'.split()
ROW_COUNTS = ('PaCount Pid CyclesRemoteHitm CyclesLocalHitm CyclesRemotePeer CyclesLocalPeer CyclesAnyPeer CyclesLoad '
              'Records CpuCount').split()


def read_all(dump, paths):
    run = subprocess.run([dump, *paths], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def read(dump, path):
    return read_all(dump, [path])[0]


def lines_of(path):
    """Number and text, without what `nl` put before each line of one of the files."""
    for number, text in enumerate(open(path, encoding='utf-8'), 1):
        yield number, re.sub(r'^\s*\d+\t', '', text).rstrip()


def numbers(*texts):
    """As values: 0x10 and 0x010 are the same, 1 and 1% are not."""
    found = Counter()
    for text in texts:
        for word in NUMBER.findall(str(text)):
            if word.startswith('0x'):
                found['addr %d' % int(word, 16)] += 1
            else:
                found[word] += 1
    return found


def address(value):
    return [] if value is None else [hex(value)]


def node_numbers(text):
    return [] if text in (None, 'N/A') else [text]


class Checker:
    def __init__(self, dump, path):
        self.path = path
        self.errors = 0
        self.counts = Counter()
        self.model = read(dump, path)['recording']

    def error(self, number, text):
        self.errors += 1
        print(f'{self.path}:{number}: {text}')

    def expect(self, number, what, printed, kept):
        self.counts[what] += sum(printed.values())
        missing = printed - kept
        if missing:
            self.error(number, f'{what}: printed but not in the model: {dict(missing)}')
        if kept - printed:
            self.error(number, f'{what}: in the model but not printed: {dict(kept - printed)}')

    def statistics(self, number, label, value):
        found = [s for s in self.model['Statistics'] if s['InputLine'] == number]
        if [(s['Label'], s['Text']) for s in found] != [(re.sub(' +', ' ', label), value)]:
            return self.error(number, f'statistic {label} is {found}')
        s = found[0]
        number_kept = s['Part'] if value.endswith('%') else str(s['Count'])
        if not value.endswith('nan%') and number_kept != value:
            self.error(number, f'{label} is {value}, in the model {number_kept}')
        self.counts['statistics'] += 1

    def table_row(self, number, text):
        found = [l for l in self.model['Lines'] if l['TableLine'] == number]
        if len(found) != 1:
            return self.error(number, f'{len(found)} lines of the model for a row of the table')
        line = found[0]
        kept = [line[f] for f in LINE_FIELDS if line[f] is not None]
        # Totals of a display that the table lacks may come from the pareto, which prints them as well.
        self.expect(number, 'table', numbers(text),
                    numbers(*kept, *address(line['Address']), *node_numbers(line['Node'])))
        if line['Others']:
            self.error(number, f'cells of unknown columns: {line["Others"]}')

    def block(self, number, text):
        found = [l for l in self.model['Lines'] if l['ParetoLine'] == number]
        if len(found) != 1:
            return self.error(number, f'{len(found)} lines of the model for the head of a block')
        line = found[0]
        values = text.split()
        kept = numbers(*[line[f] for f in LINE_FIELDS + ['Index'] if line[f] is not None],
                       *address(line['Address']))
        if numbers(*values) - kept:
            self.error(number, f'counts above rows not in the model: {dict(numbers(*values) - kept)}')
        self.counts['blocks'] += len(values)

    def row(self, number, text):
        found = [r for l in self.model['Lines'] for r in l['Rows'] if r['InputLine'] == number]
        if len(found) != 1:
            return self.error(number, f'{len(found)} rows of the model for a row of the pareto')
        row = found[0]
        kept = [row[s]['Printed'] for s in SHARES if row[s]['Printed'] is not None]
        kept += [row[c] for c in ROW_COUNTS if row[c] is not None]
        kept += node_numbers(row['DataNode']) + address(row['Offset']) + address(row['CodeAddress'])
        if row['Tid'] is not None:
            kept.append(row['Tid'])
        mark = SYMBOL.search(text)
        head = text[:mark.start()] if mark else text
        if not mark:
            kept += node_numbers(row['NodesText'])
        head = re.sub(r'(\d+):\S+', r'\1', head)  # the thread's name
        self.expect(number, 'rows', numbers(head), numbers(*kept))
        if row['Others']:
            self.error(number, f'cells of unknown columns: {row["Others"]}')
        if mark:
            self.texts(number, row, text[mark.start():])

    def texts(self, number, row, tail):
        cells = re.split(r'\s{2,}', tail[tail.index('['):], maxsplit=1)
        printed = [f'[{row["Mode"]}] {row["Symbol"]}']
        for cell in (row['Object'], row['SourceText']):
            printed += [] if cell is None else [cell]
        if row['NodesText']:
            printed.append(row['NodesText'])
        if re.split(r'\s{2,}', '  '.join(cells)) != re.split(r'\s{2,}', '  '.join(printed)):
            self.error(number, f'texts are {printed}, printed: {cells}')
        if row['SourceLine'] is not None and f'{row["SourceFile"]}:{row["SourceLine"]}' != row['SourceText']:
            self.error(number, f'{row["SourceText"]} was read as {row["SourceFile"]}:{row["SourceLine"]}')
        nodes = Counter(re.findall(r'(?<![\d{,.-])(?<!\{ )\b(\d+)(?=\{|\s|$)', row['NodesText'] or ''))
        if '{' not in (row['NodesText'] or '{'):
            if nodes != Counter(str(n['Node']) for n in row['Nodes']):
                self.error(number, f'nodes {row["NodesText"]} were read as {row["Nodes"]}')
        elif len(row['Nodes']) != (row['NodesText'] or '').count('{'):
            self.error(number, f'nodes {row["NodesText"]} were read as {row["Nodes"]}')
        self.counts['texts'] += len(printed)

    def rest(self, number, text):
        """A line that is neither: a header, or kept as text."""
        if re.match(r'\s*(=+|-+|#|[.# ]+)$', text) or re.match(r'\s*[#]', text) and '--' in text:
            return
        if re.match(r'\s*#?[. ]+$', text) or re.search(r'Code address|Cacheline|LclHitm|Rmt {2,}', text):
            return
        if re.search(r'(?i)Event Information|c2c details|Cache Line Table|Distribution Pareto', text):
            return
        kept = any(n[0] == number for n in self.model['Notes'])
        kept |= any(s['InputLine'] == number for s in self.model['Statistics'])
        kept |= text in self.chain_lines
        if not kept:
            self.error(number, f'not in the model: {text}')

    def check(self):
        self.chain_lines = {c for l in self.model['Lines'] for r in l['Rows'] for c in r['CallChain']}
        for number, text in lines_of(self.path):
            bare = re.sub(r'^Report row:', '', text.strip()).strip()
            statistic = STATISTIC.match(text)
            if not bare:
                continue
            if statistic:
                self.statistics(number, *statistic.groups())
            elif re.match(r'\d+ +0x[0-9a-f]+ .*%', bare):
                self.table_row(number, bare)
            elif re.match(r'\d+( +\d+)+ +0x[0-9a-f]+$', bare):
                self.block(number, bare)
            elif re.match(r'[0-9.]+% +[0-9.]+% ', bare):
                self.row(number, bare)
            else:
                self.rest(number, text)
        return self.errors


def main():
    dump, *files = sys.argv[1:]
    failed, total = 0, Counter()
    for path in files:
        checker = Checker(dump, path)
        if checker.model is None:
            print(f'{path}: not read')
            failed += 1
            continue
        failed += checker.check() != 0
        print(f'{path}: ' + ', '.join(f'{n} {what}' for what, n in sorted(checker.counts.items())))
        total += checker.counts
    print(f'all {len(files)} files: ' + ', '.join(f'{n} {what}' for what, n in sorted(total.items())))
    if not total['rows'] or not total['table'] or not total['statistics']:
        sys.exit('nothing was compared')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
