import { grouped } from '../../texts/grouped.ts';
import { html, trusted, type Html } from '../../texts/html.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { ControlChange, Direction } from '../control-change.ts';
import { severities } from '../../notifications/severity.ts';
import type { Json } from '../json.ts';
import type { Actor } from '../revision.ts';
import type { Link } from './chain.ts';
import { describeVerdict } from './describe-chain.ts';
import type { EvidenceRecord, PlacedStep } from './evidence-record.ts';
import { valueText } from './value-text.ts';

const valueCharsMax = 1_000;

/** The export as one page that needs nothing else: for reading, for printing, and without a script. */
export function exportHtml(record: EvidenceRecord): string {
  const { period, controlIds, exportedAt, steps } = record;
  const changes = steps.flatMap((step) => step.changes);
  const controls = controlIds.length === 0 ? 'all controls' : controlIds.join(', ');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Control changes ${period.from} to ${period.through}</title>
        <style>
          ${trusted(reportStyles)}
        </style>
      </head>
      <body>
        <main>
          <header>
            <p class="quiet">Curfew &middot; evidence of control changes</p>
            <h1>${period.from} to ${period.through}</h1>
            <p>
              ${controls}. Days in UTC, both included, by when the change was made. Exported ${instantText(exportedAt)}.
            </p>
            ${verdictNote(record)}
          </header>
          ${summary(changes)}
          <section>
            <h2>Changes</h2>
            ${steps.length === 0 ? html`<p>No change of these controls was made in this period.</p>` : steps.map(stepSection)}
          </section>
          ${eventSection(record.links)} ${howToCheck(record)}
        </main>
      </body>
    </html> `.markup;
}

function verdictNote({ verdict, links }: EvidenceRecord): Html {
  const runs = links.filter(({ kind }) => kind === 'run').length;
  return html`<p class="${verdict.kind === 'whole' ? 'good' : 'bad'} note">${describeVerdict(verdict)}</p>
    <p class="quiet">Runs of the watcher on record in this part of the chain: ${grouped(runs)}.</p>`;
}

function summary(changes: readonly ControlChange[]): Html {
  const directions: readonly Direction[] = ['loosened', 'changed', 'tightened'];
  const count = (direction: Direction, severity: string): number =>
    changes.filter((change) => change.direction === direction && change.severity === severity).length;
  return html`<section>
    <h2>${grouped(changes.length)} ${changes.length === 1 ? 'change' : 'changes'}</h2>
    <table class="counts">
      <thead>
        <tr>
          <th scope="col">Direction</th>
          ${severities.map((it) => html`<th scope="col">${it}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${directions.map(
          (direction) =>
            html`<tr>
              <th scope="row">${directionText(direction)}</th>
              ${severities.map((severity) => html`<td>${grouped(count(direction, severity))}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function stepSection({ place, ...step }: PlacedStep): Html {
  const previous = step.previous === undefined ? 'the first one known' : `after ${step.previous.revision}`;
  return html`<article>
    <h3>Revision ${step.revision} <span class="quiet">${previous}</span></h3>
    <dl>
      <dt>Who</dt>
      <dd>${actorText(step.actor)}</dd>
      <dt>When</dt>
      <dd>${instantText(step.updatedAt)}</dd>
      <dt>Noticed</dt>
      <dd>${place?.seenAt === undefined ? 'not on record' : instantText(place.seenAt)}</dd>
      <dt>Evidence</dt>
      <dd>${place === undefined ? 'not in the chain' : html`link ${place.seq}, hash <code>${place.hash}</code>`}</dd>
      <dt>Digest</dt>
      <dd><code>${step.digest}</code></dd>
    </dl>
    ${step.changes.map(changeBlock)}
  </article>`;
}

function changeBlock(change: ControlChange): Html {
  const { severity, direction, path, sentence, why, controlIds, notes, rule } = change;
  return html`<div class="change ${severity}">
    <p><strong class="tag">${severity}</strong> <span>${directionText(direction)}</span> <code>${path}</code></p>
    <p class="sentence">${sentence}</p>
    ${difference(change)}
    <p class="quiet">${why}</p>
    ${notes.map((note) => html`<p class="quiet">${note}</p>`)}
    <p class="quiet">Controls: ${controlIds.join(', ')}. Rule: ${rule}.</p>
  </div>`;
}

function difference({ before, after, added, removed }: ControlChange): Html {
  if (added.length + removed.length > 0) {
    return html`<ul class="difference">
      ${removed.map((name) => html`<li>&minus; ${shortened(name)}</li>`)}${added.map(
        (name) => html`<li>+ ${shortened(name)}</li>`,
      )}
    </ul>`;
  }
  return html`<p class="difference"><code>${setText(before)}</code> &rarr; <code>${setText(after)}</code></p>`;
}

function eventSection(links: readonly Link[]): Html {
  const events = links.filter(({ kind }) => kind !== 'revision' && kind !== 'run');
  if (events.length === 0) {
    return html``;
  }
  return html`<section>
    <h2>Alarms, baselines, exceptions and acknowledgements</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">Recorded</th>
          <th scope="col">What</th>
          <th scope="col">Content</th>
        </tr>
      </thead>
      <tbody>
        ${events.map(
          ({ seq, at, kind, body }) =>
            html`<tr>
              <td>${seq}</td>
              <td>${instantText(at)}</td>
              <td>${kind}</td>
              <td><code>${shortened(canonicalJson(body))}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function howToCheck({ links }: EvidenceRecord): Html {
  const [first] = links;
  const before = first === undefined ? '' : ` The first one names ${first.previousHash}.`;
  return html`<section class="check">
    <h2>How to check this export</h2>
    <p>In the folder of the files, this says of each whether it is still the one that was exported:</p>
    <pre>${manifestCheck}</pre>
    <p>
      Each line of <code>chain.txt</code> is a hash and the text it was made of. This prints every line that does not
      hold, and nothing when all do:
    </p>
    <pre>${chainCheck}</pre>
    <p>
      Each text names the hash of the line before it as <code>previousHash</code>.${before} This prints the numbers of
      those that do not:
    </p>
    <pre>${orderCheck}</pre>
    <p>
      The daily summaries tell the head of the chain: the link of that number must have that hash. What is written as
      <code>[secret:…]</code> was replaced before it was stored; equal ones stand for equal secrets.
    </p>
  </section>`;
}

// The same as in the mails, beside which an auditor may lay this.
const directionMarks: Readonly<Record<Direction, string>> = { loosened: '▲', tightened: '▼', changed: '◆' };

function directionText(direction: Direction): string {
  return `${directionMarks[direction]} ${direction}`;
}

function actorText({ name, email, id }: Actor): string {
  const known = [name, email, id === undefined ? undefined : `id ${id}`].filter((it) => it !== undefined && it !== '');
  return known.length === 0 ? 'not told by the platform' : known.join(', ');
}

/** An instant as the platform or a run wrote it, in UTC; what is none stays as it is. */
function instantText(instant: string): string {
  const instantMs = Date.parse(instant);
  return Number.isNaN(instantMs) ? instant : `${new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function setText(value: Json | undefined): string {
  return value === undefined ? 'not set' : shortened(valueText(value));
}

function shortened(text: string): string {
  return text.length <= valueCharsMax
    ? text
    : `${text.slice(0, valueCharsMax)}… (${grouped(text.length - valueCharsMax)} more characters in changes.json)`;
}

/** Checks that every file of an export is the one that was exported. */
export const manifestCheck = 'sha256sum -c SHA256SUMS';

/** Prints every line of `chain.txt` whose hash is not that of its text. */
export const chainCheck = `while IFS= read -r line; do
  hash=$(printf 'curfew-evidence/1\\n%s' "\${line#*  }" | sha256sum)
  [ "\${hash%% *}" = "\${line%%  *}" ] || printf '%s\\n' "$line"
done < chain.txt`;

/** Prints the number of every line of `chain.txt` that does not name the hash of the line before. */
export const orderCheck = `awk '{ if (NR > 1 && index($0, "\\"previousHash\\":\\"" before "\\"") == 0) print NR; before = $1 }' chain.txt`;

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
