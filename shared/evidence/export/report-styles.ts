/** Light and dark by the reader's choice, cards on a narrow screen, black on white on paper. */
export const reportStyles = `
:root { color-scheme: light dark; --ink: #111827; --soft: #5b6472; --page: #ffffff; --line: #d7dbe0; --panel: #f6f7f9;
  --red: #991b1b; --orange: #b45309; --yellow: #854d0e; --blue: #1d4ed8; --green: #15803d; }
@media (prefers-color-scheme: dark) {
:root { --ink: #e8eaed; --soft: #a2abb8; --page: #14171c; --line: #343a44; --panel: #1c2027;
  --red: #f87171; --orange: #fb923c; --yellow: #facc15; --blue: #7aa2ff; --green: #4ade80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 80rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
p { margin: .15rem 0; } span { white-space: pre-line; overflow-wrap: anywhere; }
code, pre { font: .85rem/1.45 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--panel); padding: .75rem; white-space: pre-wrap; }
.quiet, .hash, td p { color: var(--soft); font-size: .9rem; } .hash code { font-size: .7rem; }
td p span, td p code, .effect { color: var(--ink); } .quiet span, .hash code span { color: var(--soft); }
.effect { font-weight: 600; font-size: 1rem; }
td p:has(> span:empty), td p:has(> code > span:empty) { display: none; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .8rem; font-weight: 600; border-bottom: 2px solid var(--line); }
.facts th { width: 12rem; font-weight: 600; } .facts { background: var(--panel); } .facts th { padding-left: .9rem; }
.open, .critical, .high, .medium, .low, .info, .accepted, .reverted, .loosened, .tightened, .changed { display: inline-block;
  font-weight: 600; font-size: .8rem; border: 1px solid; border-radius: 1rem; padding: 0 .6rem; margin: 0 .15rem .2rem 0; }
.open, .critical { color: var(--red); } .high, .loosened { color: var(--orange); } .medium, .accepted { color: var(--yellow); }
.low, .changed { color: var(--blue); } .info { color: var(--soft); } .reverted, .tightened { color: var(--green); }
.from, .until, .changedAt, .recordedAt, .noticedAt, .acceptedAt, .acceptedUntil, .revertedAt { font-variant-numeric: tabular-nums; font-size: .8rem; }
.controlIds { white-space: normal; }
.cards .from, .cards .until, .acceptedUntil, .changedAt, .recordedAt, .revertedAt { white-space: nowrap; }
@media (max-width: 50rem) {
main { padding: 1.25rem .9rem 3rem; } .cards thead { display: none; } .cards tr { display: block; border: 1px solid var(--line);
  border-radius: 6px; padding: .6rem .8rem; margin: 0 0 .8rem; } .cards td { display: block; border: 0; padding: .15rem 0; }
.facts tr, .facts th, .facts td { display: block; border: 0; width: auto; padding: .1rem .8rem; } .facts tr { padding: .4rem 0; }
}
@media print {
:root { --ink: #000; --soft: #333; --page: #fff; --line: #999; --panel: #fff; --red: #000; --orange: #000; --yellow: #000;
  --blue: #000; --green: #000; }
html { font-size: 10px; } body { font-size: 1rem; } main { max-width: none; padding: 0; } tr { break-inside: avoid; } h2 { break-after: avoid; }
@page { size: A4 landscape; margin: 12mm; }
}
`;
