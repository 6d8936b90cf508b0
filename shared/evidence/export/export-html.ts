import { html, trusted, type Html } from '../../kernel/texts/html.ts';
import type { ReportRows } from './report-rows.ts';
import { reportStyles } from './report-styles.ts';

/**
 * Returns the export as one self-contained page without scripts. Everything that differs between exports is in cells,
 * `<span class="NAME">`, row by row: a checker compares the cells with `changes.json`, and the digest of the frame
 * around them.
 */
export function exportHtml(rows: ReportRows): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Evidence of control changes</title>
        <style>
          ${trusted(reportStyles)}
        </style>
      </head>
      <body>
        <main>
          <h1>Evidence of control changes</h1>
          ${factTable(rows)} ${looseningTable(rows)} ${controlTable(rows)} ${changeTable(rows)} ${settingsTable(rows)}
          ${decisionTable(rows)} ${howToCheck}
        </main>
      </body>
    </html> `.markup;
}

type ReportValue = string | number | null | readonly string[] | Readonly<Record<string, string>>;
type ReportRow = Readonly<Record<string, ReportValue>>;

function cell(row: ReportRow, name: string): Html {
  return html`<span class="${name}">${textOf(row[name] ?? null)}</span>`;
}

function tag(row: ReportRow, name: string): Html {
  return html`<span class="${textOf(row[name] ?? null)}">${textOf(row[name] ?? null)}</span>`;
}

function textOf(value: ReportValue): string {
  if (Array.isArray(value)) {
    return value.join('\n');
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function rowsOrNone(rows: readonly ReportRow[], name: string): readonly ReportRow[] {
  return rows.length === 0 ? [{ [name]: 'none' }] : rows;
}

function columnHeads(...titles: readonly string[]): readonly Html[] {
  return titles.map((title) => html`<th scope="col">${title}</th>`);
}

function factTable({ facts }: ReportRows): Html {
  const row = (fact: ReportRow) =>
    html`<tr>
      <th scope="row">${cell(fact, 'fact')}</th>
      <td>${cell(fact, 'text')}</td>
    </tr>`;
  return html`<table class="facts">
    <tbody>
      ${facts.map((fact) => row({ ...fact }))}
    </tbody>
  </table>`;
}

function looseningTable({ loosenings }: ReportRows): Html {
  const row = (loosening: ReportRow) =>
    html`<tr>
      <td>${tag(loosening, 'status')} ${tag(loosening, 'severity')}</td>
      <td>
        <p class="effect">${cell(loosening, 'sentence')}</p>
        <code>${cell(loosening, 'path')}</code>
      </td>
      <td>
        <p>${cell(loosening, 'actor')}</p>
        <p>${cell(loosening, 'changedAt')}</p>
        <p>revision ${cell(loosening, 'revision')}</p>
        <p>noticed after ${cell(loosening, 'noticedAfter')}</p>
      </td>
      <td>
        <p>${cell(loosening, 'acceptedBy')}</p>
        <p>as ${cell(loosening, 'acceptedAs')}</p>
        <p>at ${cell(loosening, 'acceptedAt')}</p>
        <p>ticket ${cell(loosening, 'tickets')}</p>
        <p>because ${cell(loosening, 'reasons')}</p>
        <p>until ${cell(loosening, 'acceptedUntil')}</p>
        <p>own change: ${cell(loosening, 'ownChange')}</p>
        <p>authorized before or after: ${cell(loosening, 'authorized')}</p>
        <p>link ${cell(loosening, 'acceptedInLinks')}</p>
      </td>
      <td>
        <p>${cell(loosening, 'revertedBy')}</p>
        <p>${cell(loosening, 'revertedAt')}</p>
        <p>revision ${cell(loosening, 'revertedIn')}</p>
        <p>after ${cell(loosening, 'revertedAfter')}</p>
      </td>
    </tr>`;
  return html`<h2>Loosenings of the period: open, accepted, reverted</h2>
    <table class="cards">
      <thead>
        <tr>
          ${columnHeads('State', 'What was loosened', 'By whom, when', 'Accepted', 'Reverted')}
        </tr>
      </thead>
      <tbody>
        ${rowsOrNone(loosenings, 'status').map(row)}
      </tbody>
    </table>`;
}

function controlTable({ controls }: ReportRows): Html {
  const row = (control: ReportRow) =>
    html`<tr>
      <td>
        <p>${cell(control, 'framework')}</p>
        <p><code>${cell(control, 'control')}</code></p>
      </td>
      <td>
        <p>${cell(control, 'name')}</p>
        <p class="quiet">${cell(control, 'settings')}</p>
      </td>
      <td>${cell(control, 'changes')}</td>
      <td>
        <p>${cell(control, 'loosened')}</p>
        <p>open: ${cell(control, 'openLoosenings')}</p>
      </td>
      <td>${cell(control, 'revisions')}</td>
    </tr>`;
  return html`<h2>Index by control</h2>
    <p class="quiet">
      Which settings speak to which control, and what changed of them: an aid for the person who gathers evidence, and
      no certificate. Whether a control is met is for its owner and the auditor to judge. SOC 2 criteria are named in
      few words, controls of ISO 27001 by their titles, outcomes of NIST CSF as published.
    </p>
    <table class="cards">
      <thead>
        <tr>
          ${columnHeads('Control', 'What it asks for, and settings', 'Changes', 'Loosenings', 'Revisions')}
        </tr>
      </thead>
      <tbody>
        ${controls.map((each) => row({ ...each }))}
      </tbody>
    </table>`;
}

function changeTable({ changes }: ReportRows): Html {
  return html`<h2>Changes</h2>
    <table class="cards">
      <thead>
        <tr>
          ${columnHeads('Rating', 'What changed', 'By whom, when', 'Rule and controls', 'Evidence')}
        </tr>
      </thead>
      <tbody>
        ${rowsOrNone(changes, 'direction').map(changeTableRow)}
      </tbody>
    </table>`;
}

function changeTableRow(change: ReportRow): Html {
  return html`<tr>
    <td>
      ${tag(change, 'direction')} ${tag(change, 'severity')}
      <p>by itself ${cell(change, 'baseSeverity')}</p>
      <p>${cell(change, 'quiet')}</p>
    </td>
    <td>
      <p class="effect">${cell(change, 'sentence')}</p>
      <p><code>${cell(change, 'path')}</code></p>
      <p>before <code>${cell(change, 'before')}</code></p>
      <p>now <code>${cell(change, 'after')}</code></p>
      <p>added <code>${cell(change, 'added')}</code></p>
      <p>removed <code>${cell(change, 'removed')}</code></p>
      <p class="quiet">${cell(change, 'why')}</p>
      <p class="quiet">${cell(change, 'notes')}</p>
    </td>
    <td>
      <p>${cell(change, 'actorName')}</p>
      <p>${cell(change, 'actorEmail')}</p>
      <p>id ${cell(change, 'actorId')}</p>
      <p>${cell(change, 'changedAt')}</p>
      <p>noticed ${cell(change, 'noticedAt')}</p>
      <p>revision ${cell(change, 'revision')}</p>
      <p>after revision ${cell(change, 'previousRevision')}</p>
      <p>rewritten: ${cell(change, 'rewritten')}</p>
    </td>
    <td>
      <p><code>${cell(change, 'rule')}</code></p>
      <p>${cell(change, 'controlIds')}</p>
      <p>judged: ${cell(change, 'judged')}</p>
    </td>
    <td>
      <p>link ${cell(change, 'link')}</p>
      <p class="hash"><code>${cell(change, 'hash')}</code></p>
    </td>
  </tr>`;
}

function settingsTable({ settings }: ReportRows): Html {
  const row = (each: ReportRow) =>
    html`<tr>
      <td>${cell(each, 'from')}</td>
      <td>${cell(each, 'until')}</td>
      <td>${cell(each, 'revision')}</td>
      <td>
        <p>${cell(each, 'actor')}</p>
        <p>noticed ${cell(each, 'noticedAt')}</p>
        <p>${cell(each, 'remark')}</p>
      </td>
      <td class="hash">
        <p><code>${cell(each, 'digest')}</code></p>
        <p>link ${cell(each, 'link')}</p>
      </td>
    </tr>`;
  return html`<h2>Settings in force</h2>
    <p class="quiet">
      The line of <code>revisions.txt</code> that begins with the digest holds the settings in full; until empty, they
      are the newest of the period.
    </p>
    <table class="cards">
      <thead>
        <tr>
          ${columnHeads('From', 'Until', 'Revision', 'Who', 'Digest')}
        </tr>
      </thead>
      <tbody>
        ${rowsOrNone(settings, 'from').map(row)}
      </tbody>
    </table>`;
}

function decisionTable({ decisions }: ReportRows): Html {
  const row = (each: ReportRow) =>
    html`<tr>
      <td>${cell(each, 'link')}</td>
      <td>${cell(each, 'recordedAt')}</td>
      <td>${cell(each, 'kind')}</td>
      <td>
        <code>${cell(each, 'content')}</code>
        <p class="hash"><code>${cell(each, 'hash')}</code></p>
      </td>
    </tr>`;
  return html`<h2>Decisions and alarms, whenever they were recorded</h2>
    <table class="cards">
      <thead>
        <tr>
          ${columnHeads('Link', 'Recorded', 'What', 'Content')}
        </tr>
      </thead>
      <tbody>
        ${rowsOrNone(decisions, 'kind').map(row)}
      </tbody>
    </table>`;
}

const howToCheck = html`<h2>How to check this export</h2>
  <p>
    In the folder of the files, with Node and without Curfew; <code>docs/evidence.md</code> says what it does, and how
    to do the same by hand:
  </p>
  <pre>
sha256sum -c SHA256SUMS
node verify-export.mjs . --head NUMBER:HASH</pre>
  <p>
    Number and hash are those that a mail about the controls or a daily summary named: without one that was kept outside
    of Curfew nothing shows that the chain was not made anew. Who does not trust the folder takes the script from
    elsewhere. <code>[secret:…]</code> stands in the place of a secret, which was replaced before it was stored; equal
    ones stand for equal secrets.
  </p>`;
