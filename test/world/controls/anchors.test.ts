import { expect, test } from 'vitest';

import type { RevisionEntry } from '../../../shared/controls/history/revision-entry.ts';
import { AnchoringError } from '../../../shared/controls/ports.ts';
import { memoryEvidenceChain } from '../../../shared/controls/store/memory-controls-stores.ts';
import { verificationDocument } from '../../../shared/controls/use-cases/controls-documents.ts';
import type { WatchPorts } from '../../../shared/controls/use-cases/watch-work.ts';
import { statementIn } from '../../../shared/evidence/anchors/anchor.ts';
import { nextLink, type Link } from '../../../shared/evidence/chain.ts';
import { memoryHeadSigner } from '../../../shared/evidence/memory-store.ts';
import { readAnchors, type GivenAnchors } from '../../../shared/evidence/use-cases/anchors/read-anchors.ts';
import { storedContents, verifyControls } from '../../../shared/evidence/use-cases/verify-controls.ts';
import { acknowledgeAlert } from '../../../shared/notifications/use-cases/acknowledge.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { aControlsWorld, mailsTo, watch, watchDisturbed, watchLater, type ControlsWorld } from './controls-world.ts';

test('a run that recorded a change signs the head at once, and its mail carries what was signed', async () => {
  const world = await aWatchedWorld();

  const [newest] = await world.stores.anchors.newest(1);
  const statement = statementIn(newest?.anchor?.text ?? '');
  const mail = mailsTo(world).at(-1)?.text ?? '';

  expect(await linkAt(world, statement?.seq)).toMatchObject({ kind: 'revision', hash: statement?.hash });
  expect(statement?.settings).toMatchObject({ revision: 2 });
  expect(statement?.previous?.seq).toBeLessThan(statement?.seq ?? 0);
  expect(mail).toContain(`Signed with key ${newest?.anchor?.key}`);
  expect(mail).toContain(newest?.anchor?.signature);
});

test('heartbeats alone are signed every three hours, a decision of an admin by the next run', async () => {
  const world = await aWatchedWorld();
  const before = world.stores.anchors.stored.length;

  await watchLater(world);
  await watchLater(world);
  const afterTwo = world.stores.anchors.stored.length;
  await addLink(world, 'acknowledged');
  await watchLater(world);
  const afterDecision = world.stores.anchors.stored.length;
  world.clock.moveBy(3 * hourMs);
  await watchLater(world);

  expect(afterTwo).toBe(before);
  expect(afterDecision).toBe(before + 1);
  expect(world.stores.anchors.stored.length).toBe(before + 2);
});

test('verification calls the chain whole as far as it was signed, and shows how many links are not yet', async () => {
  const world = await aWatchedWorld();

  const verified = await verify(world);

  expect(verified).toMatchObject({ whole: true, anchors: { invalid: [], missing: [] } });
  expect(verified.sentence).toMatch(/up to link \d+, signed at .*not anchored yet/u);
});

test('without anything kept outside of the tables, nothing is called whole', async () => {
  const world = await aWatchedWorld();

  const verified = await verify(world, { keys: [], stored: [] });

  expect(verified.whole).toBe(false);
  expect(verified.sentence).not.toContain('whole');
  expect(verified.remarks.join(' ')).toContain('all links anew');
});

test('a table of which all links were made again is found by the next run and by verification, and not laid to the platform', async () => {
  const world = await aWatchedWorld();
  await forge(world, (links) => links.map((link) => ({ ...link, at: '2026-03-01T00:00:00.000Z' })));

  await watchLater(world);
  const verified = await verify(world);

  expect(toldOf(world)).toMatch(/Our table .*: link \d+ is not the one/u);
  expect(toldOf(world)).toContain('no rewriting');
  expect(toldOf(world)).not.toContain('History rewritten');
  expect(verified).toMatchObject({ whole: false, broken: { reason: 'head-differs' } });
  expect(verified.sentence).toContain('Our own table');
});

test('a forged revision with a forged chain is reported as a change of our table, also by later runs', async () => {
  const world = await aWatchedWorld();
  const { revisions } = world.stores;
  // No store lets anybody put a version before those that stand: the table gives what was written there by other tools.
  const forgedEntry = (entry: RevisionEntry): RevisionEntry => {
    const [first, ...rest] = entry.versions;
    return entry.revision === 1 && first !== undefined
      ? { ...entry, versions: [{ ...first, digest: 'f'.repeat(64) }, first, ...rest] }
      : entry;
  };
  Object.assign(world.stores, {
    revisions: {
      ...revisions,
      find: async (series: number, of: readonly number[]) => (await revisions.find(series, of)).map(forgedEntry),
      list: async (...range: Parameters<typeof revisions.list>) => (await revisions.list(...range)).map(forgedEntry),
    },
  });
  await forge(world, (links) => links.map((link) => ({ ...link, at: '2026-03-01T00:00:00.000Z' })));

  await watchLater(world);
  world.clock.moveBy(hourMs);
  await watchLater(world);

  const told = mailsTo(world).map(({ text }) => text);
  expect(told.join('\n')).toContain('Our own table');
  expect(told.join('\n')).not.toContain('History rewritten');
});

test('a chain whose end was cut off is found, though what is left fits', async () => {
  const world = await aWatchedWorld();
  await forge(world, (links) => links.slice(0, 2));

  await watchLater(world);
  const verified = await verify(world);

  expect(toldOf(world)).toContain('is not there any more');
  expect(verified.whole).toBe(false);
});

test.each<[string, (links: readonly Link[]) => readonly Link[]]>([
  ['made anew', (links) => links.map((link) => ({ ...link, at: '2026-03-01T00:00:00.000Z' }))],
  ['emptied', () => []],
  ['put back from a backup', (links) => links.slice(0, 2)],
])(
  'no head of a table that was %s is signed before its one alert is acknowledged; then all of it is',
  async (_, change) => {
    const world = await aWatchedWorld();
    const before = await world.stores.anchors.newest(1);
    await forge(world, change);

    for (let hour = 0; hour < 8; hour += 1) {
      world.clock.moveBy(hourMs);
      world.history.change({ sandbox: hour % 2 === 0 });
      await watchLater(world);
    }
    const meanwhile = await world.stores.anchors.newest(1);
    const alerts = (await world.stores.alerts.read('controls', [])).filter(isEvidenceChanged);
    await explain(world, alerts[0]?.conditionId);
    await watchLater(world);
    await watchLater(world);
    const [newest] = await world.stores.anchors.newest(1);

    expect(meanwhile).toEqual(before);
    expect(toldOf(world)).toContain('No head is signed until it is explained');
    expect(alerts).toHaveLength(1);
    const signed = statementIn(newest?.anchor?.text ?? '');
    expect(await linkAt(world, signed?.seq)).toMatchObject({ hash: signed?.hash });
    expect(signed?.previous).toMatchObject({ seq: statementIn(before[0]?.anchor?.text ?? '')?.seq });
    expect((await world.stores.alerts.read('controls', [])).filter(isEvidenceChanged)).toHaveLength(1);
  },
);

test('what was changed stays found after it was explained and later runs have signed the changed table', async () => {
  const world = await aWatchedWorld();
  await forge(world, (links) => links.map((link) => ({ ...link, at: '2026-03-01T00:00:00.000Z' })));

  await watchLater(world);
  const [alert] = (await world.stores.alerts.read('controls', [])).filter(isEvidenceChanged);
  await explain(world, alert?.conditionId);
  await watchLater(world);
  const newest = await world.stores.anchors.newest(1);
  const verified = await verify(world, { keys: [], stored: newest });

  expect((await world.stores.alerts.read('controls', [])).filter(isEvidenceChanged)).toHaveLength(1);
  expect(verified).toMatchObject({ whole: false, broken: { reason: 'head-differs' } });
});

test.each<[string, (world: ControlsWorld) => void, RegExp]>([
  [
    'altered',
    ({ stores: { anchors } }) => {
      const last = anchors.stored.at(-1);
      const anchor = last?.anchor && { ...last.anchor, text: last.anchor.text.replace('"acme"', '"ucme"') };
      anchors.stored = [...anchors.stored.slice(0, -1), { place: last?.place ?? '', anchor }];
    },
    /Signed heads of the evidence were altered/u,
  ],
  [
    'removed',
    ({ stores: { anchors } }) => {
      anchors.stored = anchors.stored.slice(0, -1);
    },
    /Signed heads of the evidence were removed/u,
  ],
])('signed heads that were %s are found by the next run and by verification', async (_name, alter, told) => {
  const world = await aWatchedWorld();
  alter(world);

  const verified = await verify(world);
  await watchLater(world);

  expect(verified.whole).toBe(false);
  expect(toldOf(world)).toMatch(told);
});

test('a key that was replaced is found, with all signed heads made again by a key that was kept elsewhere', async () => {
  const world = await aWatchedWorld();
  const kept = (await world.stores.signer.identity()).key;
  const replaced: ControlsWorld = { ...world, stores: { ...world.stores, signer: memoryHeadSigner('acme', 'second') } };

  const byDefault = await verify(replaced);
  await watchLater(replaced);
  const stored = await replaced.stores.anchors.newest(1);
  const byKept = await verify(replaced, { keys: [kept], stored });

  expect(byDefault.anchors.invalid).toMatchObject([{ problem: 'other-key', key: kept.fingerprint }]);
  expect(toldOf(replaced)).toContain(`replaced: it was ${kept.fingerprint}`);
  expect(byKept).toMatchObject({ whole: false, anchors: { valid: 0, invalid: [{ problem: 'other-key' }] } });
});

test('while heads cannot be signed or kept the controls are watched; that it lasts is reported once, and its end', async () => {
  const world = await aWatchedWorld();
  const broken = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    anchors: { ...ports.anchors, put: async () => Promise.reject(new AnchoringError('the bucket cannot be reached')) },
  });
  world.history.change({ more: 1 });
  const first = await watchLater(world, { alter: broken });
  for (let hour = 0; hour < 6; hour += 1) {
    world.clock.moveBy(hourMs);
    await watchLater(world, { alter: broken });
  }
  const told = mailsTo(world, 'admin@acme.example').map(({ text }) => text);
  await watchLater(world);
  const after = mailsTo(world, 'admin@acme.example').map(({ text }) => text);

  expect(first.outcome.status).toBe('complete');
  expect(mailsTo(world).at(-1)?.text).toBeDefined();
  expect(told.filter((text) => text.includes('has not been anchored since'))).toHaveLength(1);
  expect(told.join('\n')).toContain('cannot be reached');
  expect(after.join('\n')).toContain('is anchored again');
  expect(await verify(world)).toMatchObject({ whole: true });
});

test('a run stopped between recording, signing and keeping leaves evidence that the next run signs whole', async () => {
  const { effects } = await watchDisturbed(await aWorldWithChange(), {});
  const stops = effects.flatMap((name, index) => (/^(signer|anchors|evidence)\./u.test(name) ? [index + 1] : []));
  const ends = await Promise.all(stops.map(endAfterStopAt));

  expect(stops.length).toBeGreaterThan(3);
  expect(ends).toEqual(stops.map(() => ({ whole: true, invalid: [], missing: [], faults: [] })));
});

async function endAfterStopAt(effect: number) {
  const world = await aWorldWithChange();
  await watchDisturbed(world, {}, { effect, disturbance: 'after-unheard' });
  world.clock.moveBy(hourMs);
  await watch(world);
  const { whole, anchors } = await verify(world);
  const faults = (await world.stores.alerts.read('controls', [])).filter(isEvidenceChanged);
  return { whole, invalid: anchors.invalid, missing: anchors.missing, faults };
}

async function aWatchedWorld(): Promise<ControlsWorld> {
  const world = await aWorldWithChange();
  await watchLater(world);
  return world;
}

async function aWorldWithChange(): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.change({ sandbox: true });
  await watch(world);
  world.clock.moveBy(minuteMs);
  world.history.change({ sandbox: false });
  return world;
}

async function verify({ stores }: ControlsWorld, given: GivenAnchors = { keys: [] }) {
  const { evidence, revisions, signer, anchors } = stores;
  const kept = await readAnchors({ organization: 'acme', signer, anchors }, given);
  return verificationDocument(await verifyControls({ evidence, contents: storedContents(revisions) }, [], kept));
}

async function linkAt({ stores }: ControlsWorld, seq = 0): Promise<Link | undefined> {
  return (await stores.evidence.list(seq, 1))[0];
}

async function addLink({ stores: { evidence }, clock }: ControlsWorld, kind: Link['kind']): Promise<void> {
  const head = await evidence.head();
  await evidence.append(nextLink(head, { at: new Date(clock.now()).toISOString(), kind, body: {} }), head);
}

/** Puts a chain in the place of the one there is, all hashes made again, as whoever may write the table can. */
async function forge(world: ControlsWorld, change: (links: readonly Link[]) => readonly Link[]): Promise<void> {
  const links = await world.stores.evidence.list(1, 1_000);
  const forged = memoryEvidenceChain();
  for (const link of change(links)) {
    const head = await forged.head();
    await forged.append(nextLink(head, link), head);
  }
  Object.assign(world.stores, { evidence: forged });
}

function toldOf(world: ControlsWorld): string {
  return mailsTo(world)
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n')
    .replaceAll(/\s+/gu, ' ');
}

async function explain(world: ControlsWorld, conditionId = ''): Promise<void> {
  const by = { by: 'ada', at: new Date(world.clock.now()).toISOString(), reason: 'a backup was put back' };
  const outcome = await acknowledgeAlert({ ...world.stores, clock: world.clock }, conditionId, by);
  expect(outcome.kind).toBe('acknowledged');
}

function isEvidenceChanged(state: { readonly conditionId: string }): boolean {
  return state.conditionId.includes('evidence-changed');
}
