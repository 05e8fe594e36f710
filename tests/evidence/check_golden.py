#!/usr/bin/env python3
"""The totals read from perf's report of a made recording are what was put into the recording.

The JSON has the counters of perf's c2c_decode_stats by their names in tools/perf/util/mem-events.h.
usage: check_golden.py DUMP_RECORDING FOLDER
"""
import json
import os
import sys

from check_reports import read

COUNTERS = {
    'Records': ['nr_entries'], 'LockedOperations': ['locks'],
    'Loads': ['load'], 'LoadUncacheable': ['ld_uncache'], 'LoadIo': ['ld_io'], 'LoadMiss': ['ld_miss'],
    'FillBufferHit': ['ld_fbhit'], 'L1Hit': ['ld_l1hit'], 'L2Hit': ['ld_l2hit'],
    'LlcHit': ['ld_llchit', 'lcl_hitm'],
    'LocalHitm': ['lcl_hitm'], 'RemoteHitm': ['rmt_hitm'], 'RemoteHit': ['rmt_hit'],
    'LocalDram': ['lcl_dram'], 'RemoteDram': ['rmt_dram'],
    'MesiExclusive': ['ld_excl'], 'MesiShared': ['ld_shared'],
    'LlcMisses': ['lcl_dram', 'rmt_dram', 'rmt_hitm', 'rmt_hit'],
    'BlockedByData': ['blk_data'], 'BlockedByAddress': ['blk_addr'],
    'LocalPeer': ['lcl_peer'], 'RemotePeer': ['rmt_peer'],
    'Stores': ['store'], 'StoreUncacheable': ['st_uncache'],
    'StoreL1Hit': ['st_l1hit'], 'StoreL1Miss': ['st_l1miss'], 'StoreNoLevel': ['st_na'],
    'Unparsable': ['noparse'],
}
# perf 5.10 counts by older rules; the JSON is for 6.0 and later.
RELEASES = ['perf61', 'perf612', 'perf73']


def check(dump, folder, name, release):
    path = os.path.join(folder, f'made-{name}.{release}.txt')
    with open(os.path.join(folder, f'made-{name}.json'), encoding='utf-8') as file:
        made = json.load(file)
    recording = read(dump, path)['recording']
    errors = 0

    def expect(what, found, wanted):
        nonlocal errors
        if found != wanted:
            errors += 1
            print(f'{path}: {what} is {found}, made with {wanted}')

    for field, counters in COUNTERS.items():
        expect(field, recording['Trace'][field], sum(made[c] for c in counters))
    # The recordings have no line that the report leaves out.
    lines = recording['Lines']
    expect('number of lines', recording['Shared']['Lines'], len(lines))
    peer = recording['Display'] == 3
    for field, counter in (('LocalPeer', 'lcl_peer'), ('RemotePeer', 'rmt_peer')) if peer else (
            ('LocalHitm', 'lcl_hitm'), ('RemoteHitm', 'rmt_hitm')):
        expect(f'{field} of all lines', sum(l[field] for l in lines), made[counter])
        shares = [r[field]['Count'] for l in lines for r in l['Rows']]
        expect(f'{field} of all rows', sum(shares), made[counter])
    return errors


def main():
    dump, folder = sys.argv[1:]
    errors = sum(check(dump, folder, name, release) for name in ('demo', 'amd', 'arm') for release in RELEASES)
    print(f'{3 * len(RELEASES)} reports, {len(COUNTERS)} counters each, {errors} wrong')
    sys.exit(1 if errors else 0)


if __name__ == '__main__':
    main()
