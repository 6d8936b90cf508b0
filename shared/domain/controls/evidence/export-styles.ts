/** The look of the report: light and dark by the reader's choice, black on white on paper. */
export const reportStyles = `
:root { color-scheme: light dark; --ink: #111827; --quiet: #5b6472; --page: #ffffff; --line: #d7dbe0; --panel: #f6f7f9;
  --critical: #991b1b; --high: #b45309; --medium: #a16207; --low: #1d4ed8; --info: #5b6472; --good: #15803d; }
@media (prefers-color-scheme: dark) {
:root { --ink: #e8eaed; --quiet: #a2abb8; --page: #14171c; --line: #343a44; --panel: #1c2027;
  --critical: #f87171; --high: #fb923c; --medium: #facc15; --low: #7aa2ff; --info: #a2abb8; --good: #4ade80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; } p { margin: .25rem 0; }
.quiet { color: var(--quiet); font-size: .9rem; } h3 .quiet { font-weight: 400; }
.note { margin: .75rem 0; padding: .5rem .75rem; border-left: 4px solid; overflow-wrap: anywhere; }
.good { border-color: var(--good); } .bad { border-color: var(--critical); font-weight: 600; }
code, pre { font: .85rem/1.45 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--panel); padding: .75rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0;
  border-bottom: 1px solid var(--line); } .counts th[scope=col]:not(:first-child), .counts td { text-align: right; } .counts th { white-space: nowrap; }
article { border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .1rem .75rem; margin: 0 0 .75rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
.change { border-left: 4px solid var(--tone); background: var(--panel); padding: .6rem .8rem; margin: .6rem 0 0; }
.tag { color: var(--tone); text-transform: uppercase; font-size: .8rem; letter-spacing: .03em; }
.sentence { font-weight: 600; } .difference { overflow-wrap: anywhere; } ul.difference { list-style: none; margin: .25rem 0; padding: 0; }
.critical { --tone: var(--critical); } .high { --tone: var(--high); } .medium { --tone: var(--medium); }
.low { --tone: var(--low); } .info { --tone: var(--info); }
@media print {
:root { --ink: #000; --quiet: #333; --page: #fff; --line: #999; --panel: #fff; --critical: #000; --high: #000; --medium: #000;
  --low: #000; --info: #000; --good: #000; }
main { max-width: none; padding: 0; } .change, dl, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
}
`;
