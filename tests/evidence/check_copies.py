#!/usr/bin/env python3
"""A report that went through mail, a pager, a terminal or a web page gives the same model.

usage: check_copies.py DUMP_RECORDING FILE...
"""
import os
import re
import sys
import tempfile

from check_reports import read_all


def wrapped(width):
    """As mail programs wrap: at the last blank that fits. The rest of a line loses its leading blanks."""
    def wrap(text):
        out = []
        for line in text.split('\n'):
            while len(line) > width and ' ' in line[:width].strip():
                at = line.rfind(' ', 0, width)
                if not line[:at].strip():
                    break
                out.append(line[:at].rstrip())
                line = line[at:].lstrip()
            out.append(line)
        return '\n'.join(out)
    return wrap


def each_line(change):
    return lambda text: '\n'.join(change(line) for line in text.split('\n'))


COPIES = {
    'crlf': lambda text: text.replace('\n', '\r\n'),
    'reply': each_line(lambda line: '> ' + line if line else '>'),
    'second reply': each_line(lambda line: '>> ' + line),
    'indented': each_line(lambda line: '\t' + line),
    'numbered': lambda text: '\n'.join(f'{n:6}\t{line}' for n, line in enumerate(text.split('\n'), 1)),
    'no leading blanks': each_line(str.lstrip),
    'no trailing blanks': each_line(str.rstrip),
    'one blank': each_line(lambda line: re.sub(' +', ' ', line.strip())),
    'no-break blanks': lambda text: text.replace('  ', '\u00a0 '),
    'coloured': lambda text: re.sub(r'([0-9.]+%)', '\x1b[31m\\1\x1b[m', text),
    'byte order mark': lambda text: '\ufeff' + text,
    'no blank lines': lambda text: re.sub('\n\n+', '\n', text),
    'double spaced': lambda text: text.replace('\n', '\n\n'),
    'wrapped at 72': wrapped(72),
    'wrapped at 80': wrapped(80),
    'wrapped at 100': wrapped(100),
    'wrapped at 132': wrapped(132),
    'wrapped at 180': wrapped(180),
    'wrapped reply': lambda text: COPIES['reply'](wrapped(76)(text)),
}
# With the blanks go the blank cells of nodes (-N), the ends of names with blanks (Tid), runs of blanks inside
# a cell (-v), and call chains' indentation.
UNFAIR = {
    'wrapped at 80': r'\.v\.',
    'wrapped at 180': r'\.v\.',
    'numbered': r'x86-2016',  # is numbered already
    'one blank': r'\.v\.|\.tid\.|callchain',
    'no leading blanks': r'callchain',
    'double spaced': r'callchain',
    'no blank lines': r'callchain\.flat',
    'indented': r'callchain',
    'no-break blanks': r'\.v\.|callchain',
}
NOT_COMPARED = {'Source', 'InputLine', 'TableLine', 'ParetoLine', 'Notes', 'NodesText', 'Message', 'CallChain'}


def reduced(model):
    if isinstance(model, dict):
        return {k: reduced(v) for k, v in model.items() if k not in NOT_COMPARED}
    if isinstance(model, list):
        return [reduced(v) for v in model]
    return model


def difference(a, b, path=''):
    if type(a) is not type(b):
        return f'{path}: {a} became {b}'
    if isinstance(a, dict):
        for key in a:
            if found := difference(a[key], b.get(key), f'{path}.{key}'):
                return found
    elif isinstance(a, list):
        if len(a) != len(b):
            return f'{path}: {len(a)} became {len(b)}'
        for n, (x, y) in enumerate(zip(a, b)):
            if found := difference(x, y, f'{path}[{n}]'):
                return found
    elif a != b:
        return f'{path}: {a} became {b}'
    return None


def main():
    dump, *files = sys.argv[1:]
    failed = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            with open(path, encoding='utf-8') as file:
                text = file.read()
            names = [n for n in COPIES if not re.search(UNFAIR.get(n, '$^'), path)]
            copies = [os.path.join(folder, f'{n}.txt') for n in names]
            for name, copy in zip(names, copies):
                with open(copy, 'w', encoding='utf-8', newline='') as file:
                    file.write(COPIES[name](text))
            original, *results = (r['recording'] for r in read_all(dump, [path, *copies]))
            for name, result in zip(names, results):
                compared += 1
                found = 'not read' if result is None else difference(reduced(original), reduced(result))
                if found:
                    failed += 1
                    print(f'{path}, {name}: {found}')
    print(f'{compared} copies, {failed} differ')
    sys.exit(1 if failed or not compared else 0)


if __name__ == '__main__':
    main()
