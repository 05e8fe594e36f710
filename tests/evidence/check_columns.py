#!/usr/bin/env python3
"""Each number must be in the field that its column means, where a report still has its alignment.

The reader goes by the order of header texts; here a column is the span of its dots ("# .....  ....") and is
named by what stands above it in both header lines: usage check_columns.py DUMP_RECORDING FILE...
"""
import json
import re
import sys

from check_reports import lines_of, read

TABLE = {
    ('', 'Index'): 'Index',
    ('Cacheline', 'Address'): 'Address', ('', 'Cacheline'): 'Address',
    ('Cacheline', 'Node'): 'Node', ('Cacheline', 'PA cnt'): 'PaCount',
    ('Tot', 'Hitm'): 'DisplayShare', ('Rmt', 'Hitm'): 'DisplayShare', ('Lcl', 'Hitm'): 'DisplayShare',
    ('Peer', 'Snoop'): 'DisplayShare',
    ('Load Hitm', 'Total'): 'TotalHitm', ('Load Hitm', 'LclHitm'): 'LocalHitm', ('Load Hitm', 'RmtHitm'): 'RemoteHitm',
    ('LLC Load Hitm', 'Total'): 'TotalHitm', ('LLC Load Hitm', 'Lcl'): 'LocalHitm', ('LLC Load Hitm', 'Rmt'): 'RemoteHitm',
    ('Load Peer', 'Total'): 'TotalPeer', ('Load Peer', 'Local'): 'LocalPeer', ('Load Peer', 'Remote'): 'RemotePeer',
    ('Total', 'records'): 'Records', ('Total', 'Loads'): 'Loads', ('Total', 'Stores'): 'Stores',
    ('Store Reference', 'Total'): 'Stores', ('Store Reference', 'L1Hit'): 'StoreL1Hit',
    ('Store Reference', 'L1Miss'): 'StoreL1Miss',
    ('Stores', 'L1Hit'): 'StoreL1Hit', ('Stores', 'L1Miss'): 'StoreL1Miss', ('Stores', 'N/A'): 'StoreNoLevel',
    ('Stores', 'Anylvl'): 'StoreNoLevel',
    ('Core Load Hit', 'FB'): 'FillBufferHit', ('Core Load Hit', 'L1'): 'L1Hit', ('Core Load Hit', 'L2'): 'L2Hit',
    ('LLC Load Hit', 'LclHit'): 'LlcHit', ('LLC Load Hit', 'LclHitm'): 'LlcHitm', ('LLC Load Hit', 'Llc'): 'LlcHit',
    ('LLC Load Hit', 'Rmt'): 'RemoteHit',
    ('RMT Load Hit', 'RmtHit'): 'RemoteHit', ('RMT Load Hit', 'RmtHitm'): 'RemoteLoadHitm',
    ('LLC', 'Ld Miss'): 'LlcMisses', ('Load Dram', 'Lcl'): 'LocalDram', ('Load Dram', 'Rmt'): 'RemoteDram',
}
PARETO = {
    ('HITM', 'RmtHitm'): 'RemoteHitm', ('HITM', 'LclHitm'): 'LocalHitm',
    ('HITM', 'Rmt'): 'RemoteHitm', ('HITM', 'Lcl'): 'LocalHitm',
    ('Peer Snoop', 'Rmt'): 'RemotePeer', ('Peer Snoop', 'Lcl'): 'LocalPeer', ('Snoop', 'Peer'): 'AnyPeer',
    ('Store Refs', 'L1 Hit'): 'StoreL1Hit', ('Store Refs', 'L1 Miss'): 'StoreL1Miss', ('Store Refs', 'N/A'): 'StoreNoLevel',
    ('Store Refs', 'Any Lvl'): 'StoreNoLevel',
    ('Data address', 'Offset'): 'Offset', ('Data address', 'Node'): 'DataNode', ('Data address', 'PA cnt'): 'PaCount',
    ('', 'Pid'): 'Pid', ('', 'Tid'): 'Tid', ('', 'Code address'): 'CodeAddress',
    ('cycles', 'rmt hitm'): 'CyclesRemoteHitm', ('cycles', 'lcl hitm'): 'CyclesLocalHitm',
    ('cycles', 'rmt peer'): 'CyclesRemotePeer', ('cycles', 'lcl peer'): 'CyclesLocalPeer',
    ('cycles', 'peer'): 'CyclesAnyPeer', ('cycles', 'load'): 'CyclesLoad',
    ('Total', 'records'): 'Records', ('cpu', 'cnt'): 'CpuCount',
}


def spans_of(dots):
    return [(m.start(), m.end()) for m in re.finditer(r'\.+', dots)]


def above(line, span):
    """The words of the header cell that overlaps a span; dashes draw it to the width of its columns."""
    for m in re.finditer(r'\S+(?: \S+)*', line):
        if m.start() < span[1] and m.end() > span[0]:
            return m.group().strip('# ').strip('-').strip()
    return ''


def as_value(field, text):
    if field == 'Tid':
        return int(text.split(':')[0])
    if text.startswith('0x'):
        return int(text, 16)
    return text if field in ('Node', 'DataNode') or text.endswith('%') else int(text)


def compare(path, number, text, columns, meaning, model):
    """One row; returns how many cells were compared and how many were wrong."""
    compared = wrong = 0
    for span, name in columns:
        cell = text[span[0]:span[1]].strip()
        if name not in meaning or not cell:
            continue
        kept = model[meaning[name]]
        kept = kept['Printed'] if isinstance(kept, dict) else kept
        compared += 1
        if kept != as_value(meaning[name], cell):
            wrong += 1
            print(f'{path}:{number}: column {" / ".join(name)} is {cell}, {meaning[name]} of the model is {kept}')
    return compared, wrong


def check(dump, path):
    model = read(dump, path)['recording']
    tables = {l['TableLine']: l for l in model['Lines'] if l['TableLine']}
    rows = {r['InputLine']: r for l in model['Lines'] for r in l['Rows']}
    before, columns, compared, wrong = [], [], 0, 0
    for number, text in lines_of(path):
        if re.match(r'\s*#\s*\.{3,}[. ]+$', text):
            columns = [(s, (above(before[-2], s), above(before[-1], s))) for s in spans_of(text)]
            unknown = [n for _, n in columns if n not in TABLE and n not in PARETO and n[1] not in
                       ('Num', 'Symbol', 'Object', 'Source:Line') and not n[1].startswith('Node')]
            if unknown:
                wrong += 1
                print(f'{path}:{number}: columns {unknown} are not known to this script')
        before.append(text)
        for models, meaning in ((tables, TABLE), (rows, PARETO)):
            if columns and number in models:
                result = compare(path, number, text, columns, meaning, models[number])
                compared, wrong = compared + result[0], wrong + result[1]
    return compared, wrong


def main():
    dump, *files = sys.argv[1:]
    compared = wrong = 0
    for path in files:
        result = check(dump, path)
        print(f'{path}: {result[0]} cells')
        compared, wrong = compared + result[0], wrong + result[1]
    print(f'all {len(files)} files: {compared} cells, {wrong} wrong')
    sys.exit(1 if wrong or not compared else 0)


if __name__ == '__main__':
    main()
