import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { sha256 } from '../../../shared/kernel/sha256.ts';
import { aStory, exportOf } from './evidence-story.ts';

type Row = Readonly<Record<string, unknown>>;

interface Exported {
  readonly facts: readonly { readonly fact: string; readonly text: string }[];
  readonly changes: readonly Row[];
  readonly loosenings: readonly number[];
  readonly origin: Row;
  readonly controls: readonly {
    readonly control: string;
    readonly changes: number;
    readonly revisions: readonly string[];
  }[];
  readonly settings: readonly { readonly from: string; readonly until: string | null; readonly digest: string }[];
  readonly decisions: readonly { readonly kind: string; readonly content: readonly string[] }[];
  readonly omitted: number;
}

const guide = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8');

let files: ReadonlyMap<string, string>;
let exported: Exported;

beforeAll(async () => {
  files = await exportOf(await aStory());
  exported = JSON.parse(files.get('changes.json') ?? '');
});

/** The row of a loosening, by its revision and path. */
function loosening(revision: number, path: string): Row | undefined {
  return exported.loosenings
    .map((at) => exported.changes[at])
    .find((row) => row?.['revision'] === revision && row['path'] === path);
}

function fact(name: string): string {
  return exported.facts.find((each) => each.fact === name)?.text ?? '';
}

const answers: Readonly<Record<string, () => void>> = {
  'Who loosened what, and when?': () =>
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({
      actorName: 'Eve',
      actorEmail: 'eve@acme.example',
      changedAt: '2026-03-05T22:00:00.000Z',
      before: 'true',
      after: 'false',
      sentence: expect.stringContaining('without isolation'),
    }),
  'When was it noticed?': () =>
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({
      noticedAt: '2026-03-05T22:04:00.000Z',
      noticedAfter: '4 minutes',
    }),
  'Who accepted it, with what ticket?': () => {
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({
      acceptedBy: ['bob'],
      acceptedAs: ['acknowledged'],
      acceptedAt: ['2026-04-10T08:00:00.000Z'],
      reasons: [expect.stringContaining('CHG-4711')],
    });
    expect(loosening(6, 'modelPolicy.blockedModelIds')).toMatchObject({ acceptedBy: ['carol'], tickets: ['SEC-12'] });
  },
  'Until when is it accepted?': () =>
    expect(loosening(6, 'modelPolicy.blockedModelIds')).toMatchObject({
      status: 'accepted',
      acceptedUntil: ['2026-06-01T00:00:00.000Z'],
    }),
  'Was it authorized before or after the fact?': () => {
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({ authorized: 'after' });
    expect(loosening(5, 'sandbox.network.allowLocalBinding')).toMatchObject({ authorized: 'no' });
    expect(fact('Authorized')).toMatch(/^Of the loosenings \d before they were made, \d afterwards, \d not\./u);
  },
  'Did anyone acknowledge their own change?': () =>
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({ ownChange: ['unknown'] }),
  'Which changes touch control CC8.1, A.8.32 or PR.PS-01?': () => {
    const found = exported.controls.filter(({ control }) => ['CC8.1', 'A.8.32', 'PR.PS-01'].includes(control));
    expect(found.map(({ changes }) => changes)).toEqual(Array(3).fill(exported.changes.length));
    expect(found[0]?.revisions).toContain('3');
  },
  'Who exported this, and who might change the controls then?': () => {
    expect(fact('Exported')).toMatch(/ by ann@acme\.example$/u);
    expect(fact('Approved changers')).toBe('ada@example.com');
    expect(exported.origin).toMatchObject({ organization: 'acme', platform: 'platform.example' });
  },
  'Was it reverted, by whom, and after how long?': () => {
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({
      status: 'reverted',
      revertedIn: 4,
      revertedBy: 'Ada',
      revertedAfter: '2 hours',
    });
    expect(loosening(5, 'sandbox.network.allowedDomains')).toMatchObject({ revertedIn: 7, revertedAfter: '23 days' });
  },
  'What is still open?': () => {
    expect(loosening(5, 'sandbox.network.allowLocalBinding')).toMatchObject({ status: 'open' });
    expect(fact('Loosenings')).toBe('2 open, 1 accepted, 2 reverted.');
  },
  'Is a revision missing?': () => expect(fact('Is a revision missing?')).toMatch(/^Revisions 3 to 6, none/u),
  'Was the history watched all the time?': () =>
    expect(fact('Did someone watch?')).toMatch(/^6 runs .* 16 days 16 hours\.\n.*2026-03-15/u),
  'Was the history itself rewritten?': () => {
    expect(loosening(5, 'enableAgentShield')).toMatchObject({ rewritten: 'yes', actorName: 'Mallory', status: 'open' });
    expect(exported.settings).toContainEqual(expect.objectContaining({ revision: 5, actor: 'Eve', remark: null }));
    expect(exported.settings).toContainEqual(
      expect.objectContaining({ revision: 5, actor: 'Mallory', remark: expect.stringContaining('another content') }),
    );
    expect(exported.decisions.find(({ kind }) => kind === 'alarm')?.content.join('\n')).toContain('"rewritten"');
  },
  'Under which rules was it judged?': () =>
    expect(loosening(3, 'sandbox.enabled')).toMatchObject({
      rule: expect.stringMatching(/^sandbox\.enabled\/\d+$/u),
      baseSeverity: 'critical',
      severity: 'critical',
      judged: 'recorded',
    }),
  'What did the settings look like on a day?': () => {
    const day = '2026-03-08';
    const row = exported.settings.find(({ from, until }) => from.slice(0, 10) <= day && (until ?? '9999') > day);
    const line = files
      .get('revisions.txt')
      ?.split('\n')
      .find((each) => each.startsWith(row?.digest ?? '?'));
    expect(sha256(line?.slice(66) ?? '')).toBe(row?.digest);
    expect(JSON.parse(line?.slice(66) ?? '')).toMatchObject({ revision: 4, settings: { sandbox: { enabled: true } } });
  },
  'Was anything left out of the list?': () => {
    expect(fact('Listed')).toBe('every change');
    expect(exported.omitted).toBe(0);
  },
  'Is it the original record?': () => expect(guide).toContain('verify-export.mjs . --head'),
};

const asked = [...guide.matchAll(/^\| (?<question>[A-Z][^|]*\?) \| /gmu)].map(
  ({ groups }) => groups?.['question'] ?? '',
);

test.each(asked)('an export answers the auditor’s question “%s”', (question) => {
  expect(Object.keys(answers)).toContain(question);
  answers[question]?.();
});

test('the guide asks every question that is answered here', () => {
  expect(asked).toEqual(Object.keys(answers));
});

test('thirty lines of anybody, as the guide has them, check an export, and name what was altered', () => {
  const dir = mkdtempSync(join(tmpdir(), 'curfew-export-'));
  const [, own = ''] = /```js\n([^`]*(?:`(?!``)[^`]*)*)```/u.exec(guide) ?? [];
  const check = () => execFileSync(process.execPath, ['own.mjs'], { cwd: dir, encoding: 'utf8' }).trim();
  for (const [name, text] of [...files, ['own.mjs', own] as const]) {
    writeFileSync(join(dir, name), text);
  }

  const before = check();
  writeFileSync(join(dir, 'changes.json'), (files.get('changes.json') ?? '').replaceAll('"critical"', '"low"'));
  const milder = check();
  writeFileSync(join(dir, 'chain.txt'), (files.get('chain.txt') ?? '').replace('CHG-4711', 'CHG-4712'));
  const forged = check();
  rmSync(dir, { recursive: true });

  expect(own.trim().split('\n').length).toBeLessThanOrEqual(32);
  expect(before).toMatch(/^holds up to link \d+:[0-9a-f]{64}$/u);
  expect(milder).toContain('revision 3: severity');
  expect(forged).toMatch(/link \d+: its hash/u);
});
