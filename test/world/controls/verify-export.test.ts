import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { nextLink, type Link } from '../../../shared/evidence/chain.ts';
import { sha256 } from '../../../shared/kernel/sha256.ts';
import { evidenceOf } from '../../support/evidence-records.ts';
import { noFilter } from '../../support/no-filter.ts';
import type { ControlsWorld } from './controls-world.ts';
import { aStory, exportOf } from './evidence-story.ts';

const scriptUrl = new URL('../../../docs/verify-export.mjs', import.meta.url);
const script = { name: 'verify-export.mjs', text: readFileSync(scriptUrl, 'utf8') };

interface Verified {
  readonly holds: boolean;
  readonly lines: readonly string[];
}
type Files = ReadonlyMap<string, string>;
type Verify = (files: ReadonlyMap<string, Buffer>, heads?: readonly string[]) => Verified;

let world: ControlsWorld;
let files: Files;
let verifyExport: Verify;

beforeAll(async () => {
  const loaded: { readonly verifyExport: Verify } = await import(scriptUrl.href);
  verifyExport = loaded.verifyExport;
  world = await aStory();
  files = await exportOf(world, { added: [script] });
});

/** What the script that anybody can read finds, without Curfew. */
function verified(these: Files, heads: readonly string[] = []): Verified {
  return verifyExport(new Map([...these].map(([name, text]) => [name, Buffer.from(text, 'utf8')])), heads);
}

/** The files with some of them altered, and a manifest that fits what they are now. */
function remade(altered: Readonly<Record<string, string>>, remark = manifestRemark()): Files {
  const all = new Map([...files, ...Object.entries(altered)]);
  all.delete('SHA256SUMS');
  const sums = [...all].map(([name, text]) => `${sha256(text)}  ${name}\n`).join('');
  return new Map([...all, ['SHA256SUMS', `${remark}\n${sums}`]]);
}

function manifestRemark(): string {
  return text('SHA256SUMS').split('\n')[0] ?? '';
}

function text(name: string): string {
  return files.get(name) ?? '';
}

async function linksOf(): Promise<readonly Link[]> {
  return world.stores.evidence.list(1, 1_000);
}

const exported = ['report.html', 'changes.csv', 'changes.json', 'revisions.txt', 'chain.txt'] as const;

test('an export that nobody altered holds, and what only a head can show is said to be open', async () => {
  const head = (await linksOf()).at(-1);

  const plain = verified(files);
  const anchored = verified(files, [`${head?.seq}:${head?.hash}`]);

  expect(plain.lines.filter((line) => line.startsWith('WRONG'))).toEqual([]);
  expect(plain.lines.join('\n')).toContain(`links 1 to ${head?.seq} anew`);
  expect([plain.holds, anchored.holds]).toEqual([true, true]);
  expect(anchored.lines.join('\n')).not.toContain('anew');
});

test('a filtered export holds as well', async () => {
  const filter = { ...noFilter, direction: ['loosened'], ticket: ['chg-4711'], path: ['sandbox'] } as const;
  const some = await exportOf(world, { added: [script], filter });

  const { holds, lines } = verified(some);

  expect({ holds, lines }).toMatchObject({ holds: true });
  expect(lines.join('\n')).toContain('holds    1 changes');
});

test('any byte that is changed, inserted or removed in any file is found, though the checksums are remade', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const edit = fc.constantFrom('flip', 'insert', 'delete');
  const letter = fc.constantFrom('0', 'a', ' ', '\n', '"', '<', '}');
  const drawn = fc.record({ name: fc.constantFrom(...exported), at: place, how: edit, put: letter });
  fc.assert(
    fc.property(drawn, ({ name, at, how, put }) => {
      const before = text(name);
      const index = Math.floor(at * before.length);
      const after = `${before.slice(0, index)}${how === 'delete' ? '' : put}${before.slice(index + (how === 'insert' ? 0 : 1))}`;
      fc.pre(after !== before);

      const { holds } = verified(remade({ [name]: after }));

      expect(holds).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test.each(exported)('%s cannot be altered without its sum in the manifest', (name) => {
  const altered = new Map([...files, [name, `${text(name)} `]]);

  const { lines } = verified(altered);

  expect(lines).toContainEqual(expect.stringContaining(`WRONG    ${name}: `));
});

test('whatever is done to the manifest is found', () => {
  const place = fc.nat({ max: text('SHA256SUMS').length - 1 });
  fc.assert(
    fc.property(place, (at) => {
      const before = text('SHA256SUMS');
      const after = `${before.slice(0, at)}${before[at] === '0' ? '1' : '0'}${before.slice(at + 1)}`;

      const { holds } = verified(new Map([...files, ['SHA256SUMS', after]]));

      expect(holds).toBe(false);
    }),
    { numRuns: 40 },
  );
});

test('any link that is taken out, doubled or moved is found, a heartbeat of the period as well', () => {
  const lines = text('chain.txt').trim().split('\n');
  const other = (edited: readonly string[]) => verified(remade({ 'chain.txt': `${edited.join('\n')}\n` })).holds;

  const found = lines.map((line, at) => [
    other(lines.toSpliced(at, 1)),
    other(lines.toSpliced(at, 0, line)),
    at > 0 && other(lines.with(at, lines[at - 1] ?? '').with(at - 1, line)),
  ]);

  expect(lines.length).toBeGreaterThan(15);
  expect(found.flat().filter(Boolean)).toEqual([]);
});

test('settings that are swapped between revisions are found', () => {
  const lines = text('revisions.txt').trim().split('\n');
  const swapped = [
    ...lines
      .slice(0, 2)
      .toReversed()
      .map((line, at) => `${lines[at]?.slice(0, 64)}  ${line.slice(66)}`),
    ...lines.slice(2),
  ];
  const swappedText = lines.map((line) => line.slice(66));
  const renamed = swappedText.toReversed().map((json) => `${sha256(json)}  ${json}`);

  const bySum = verified(remade({ 'revisions.txt': `${swapped.join('\n')}\n` }));
  const altered = verified(remade({ 'revisions.txt': `${renamed.join('\n').replaceAll('true', 'false')}\n` }));

  expect([bySum.holds, altered.holds]).toEqual([false, false]);
});

test('a judgement that is made milder is found, with its own hash remade too', async () => {
  const links = await linksOf();
  const at = links.findIndex(({ body }) => body['revision'] === 3);
  const altered = links.map((link, index) => (index === at ? nextLink(links[at - 1], milder(link)) : link));

  const { lines } = verified(await sumsOf(await exportOf(world, { added: [script], evidence: evidenceOf(altered) })));

  expect(lines.join('\n')).toContain(`link ${at + 1}`);
});

test('a chain that is made again from a link on is consistent, and a head that was kept shows it', async () => {
  const links = await linksOf();
  const kept = links.at(-1);
  const anew: Link[] = [];
  for (const link of links) {
    anew.push(again(link.kind === 'revision' && link.body['revision'] === 3 ? milder(link) : link, anew));
  }
  const forged = await exportOf(world, { added: [script], evidence: evidenceOf(anew) });

  const alone = verified(forged);
  const against = verified(forged, [`${kept?.seq}:${kept?.hash}`]);

  expect(alone).toMatchObject({ holds: true, lines: expect.arrayContaining([expect.stringContaining('anew')]) });
  expect(against.lines).toEqual([expect.stringContaining(`link ${kept?.seq} has another hash`)]);
});

test('an end that is cut off is shown by a head that was kept', async () => {
  const links = await linksOf();
  const kept = links.at(-1);
  const cut = await exportOf(world, { added: [script], evidence: evidenceOf(links.slice(0, -1)) });

  const { lines } = verified(cut, [`${kept?.seq}:${kept?.hash}`]);

  expect(lines).toEqual([expect.stringContaining('its end was cut off')]);
});

test('an acknowledgement that is left out of a list, or out of a change, is found', () => {
  const document: { readonly decisions: readonly { readonly kind: string }[]; readonly changes: readonly object[] } =
    JSON.parse(text('changes.json'));
  const without = { ...document, decisions: document.decisions.filter(({ kind }) => kind !== 'acknowledged') };
  const unaccepted = { ...document, changes: document.changes.map((change) => ({ ...change, acceptedBy: [] })) };

  const found = [without, unaccepted].map((each) =>
    verified(remade({ 'changes.json': `${JSON.stringify(each, undefined, 2)}\n` })),
  );

  expect(found.map(({ lines }) => lines[0])).toEqual([
    expect.stringMatching(/changes\.json: decisions.* is not/u),
    expect.stringMatching(/changes\.json: changes.*acceptedBy.* is not/u),
  ]);
});

/** A link with its gravest change turned into a harmless one; its hash is still that of what it said. */
function milder(link: Link): Link {
  const [first, ...rest] = link.body['changes'] as readonly Link['body'][];
  return {
    ...link,
    body: { ...link.body, changes: [{ ...first, severity: 'info', direction: 'tightened' }, ...rest] },
  };
}

function again(link: Link, made: readonly Link[]): Link {
  const record = made.findLast(({ kind }) => kind !== 'run');
  return nextLink(made.at(-1), { at: link.at, kind: link.kind, body: noted(link.body, record) });
}

function noted(body: Link['body'], record: Pick<Link, 'hash' | 'seq'> | undefined): Link['body'] {
  return record === undefined ? body : { ...body, lastRecord: { seq: record.seq, hash: record.hash } };
}

/** An export of a broken chain calls itself broken: whoever forges it would not. */
async function sumsOf(broken: Files): Promise<Files> {
  const chain = broken.get('chain.txt') ?? '';
  return remade({ ...Object.fromEntries(broken), 'chain.txt': chain });
}
