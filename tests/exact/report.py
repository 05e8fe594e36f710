"""What a comparison of two programs' layouts found, and whether that is good enough."""

import collections

MAX_SHOWN = 40
ALLOWED = 0.001  # of all records: passed over or excused


class Report:
    def __init__(self, program, other, ours, theirs):
        self.program, self.other, self.ours, self.theirs = program, other, ours, theirs
        self.equal = 0
        self.differing = []
        self.passed_over = collections.defaultdict(list)
        self.left_to_others = collections.defaultdict(list)

    def compared(self, name, reason):
        if reason is None:
            self.equal += 1
        else:
            self.differing.append(f"{name}: {reason}")

    def skipped(self, name, why):
        self.passed_over[why].append(name)

    def elsewhere(self, name, why):
        """What this comparison is not about and another is."""
        self.left_to_others[why].append(name)

    def finish(self):
        """Prints all; the exit code."""
        for line in self.differing[:MAX_SHOWN]:
            print("  " + line)
        for why, names in sorted(self.passed_over.items()):
            print(f"  passed over, {why}: {', '.join(names[:6])}{', ...' if len(names) > 6 else ''}")
        total = self.equal + len(self.differing)
        passed_over = sum(len(names) for names in self.passed_over.values())
        share = passed_over / max(1, total + passed_over)
        print(f"{self.program}: cachelint has {self.ours} records, {self.other} {self.theirs}; compared {total}, "
              f"equal {self.equal}, differing {len(self.differing)}, passed over {passed_over} ({share:.3%})")
        for why, names in sorted([*self.passed_over.items(), *self.left_to_others.items()]):
            print(f"    {why}: {len(names)}")
        return 1 if self.differing or not self.equal or share > ALLOWED else 0
