import { expect, test, vi } from 'vitest';

import type { Budget } from '../../../../shared/budgets/budget.ts';
import { collectTables } from '../../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import { noEdits, type ProposedEdits } from '../../../../shared/impact/proposed-edits.ts';
import { impactDocument } from '../../../../shared/impact/use-cases/impact-document.ts';
import { showImpact, type ShownImpact } from '../../../../shared/impact/use-cases/show-impact.ts';
import { aBudget, aLedgerDay, credits } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, strict } from '../../../support/tables-world.ts';

type World = Awaited<ReturnType<typeof aTablesWorld>>;
type Order = Parameters<typeof showImpact>[1];

const at = '2026-03-15T10:00:00.000Z';
const settings = someSettings();
const latestSent = '2026-03-15T02:30:00.000Z';
const own: Budget = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(50) });
const { version: _version, updatedBy: _by, updatedAt: _at, ...ownTerms } = own;

/** What edits would do where both have used 100 credits, and by default may use 600. */
async function shown(
  edits: Partial<ProposedEdits> = {},
  { prepare = () => {}, ...order }: Partial<Order> & { readonly prepare?: (ports: World['ports']) => unknown } = {},
): Promise<ShownImpact> {
  const { ports } = await aTablesWorld({ latestSent });
  await prepare(ports);
  return showImpact(ports, { edits: { ...noEdits, ...edits }, atMs: Date.parse(at), settings, ...order });
}

const stopped: Partial<ProposedEdits> = { budgets: [{ kind: 'add', after: ownTerms }] };

test('without edits nothing follows, and what moves anyway is counted', async () => {
  expect(await shown()).toMatchObject({
    at,
    dataThrough: '2026-03-14',
    effects: [],
    movedAnyway: 2,
    stopped: [],
    held: undefined,
    warnings: [],
    emails: new Map([
      ['ann', 'ann@acme.example'],
      ['bob', 'bob@acme.example'],
    ]),
  });
});

test('an edit is planned with the others, and what it was made on is known by one hash', async () => {
  const impact = await shown(stopped);

  expect(impact.effects).toMatchObject([{ userId: 'ann', fromCredits: 1_000, withoutCredits: 600, isStopped: true }]);
  expect(impact.stopped.map(({ userId }) => userId)).toEqual(['ann']);
  expect(impact.edits.budgets).toHaveLength(1);
  expect(impact.inputsHash).toBe((await shown()).inputsHash);
  expect((await shown(stopped, { prepare: ({ users }) => users.put([{ userId: 'cem' }]) })).inputsHash).not.toBe(
    impact.inputsHash,
  );
});

test('of tables that somebody has read the ledger is not read again, and rules are those of now', async () => {
  const { ports } = await aTablesWorld({ latestSent });
  const run = { runId: 'earlier', at: '2026-03-15T09:55:00.000Z', today: '2026-03-15' };
  const known = { collected: await collectTables(ports, settings, run), limits: await ports.limits.list() };
  ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 300, version: 2 });
  const order = { edits: { ...noEdits, ...stopped }, atMs: Date.parse(at), settings };
  const readEach = vi.spyOn(ports.ledger, 'readEach');
  const listLimits = vi.spyOn(ports.limits, 'list');

  const impact = await showImpact(ports, { ...order, known });

  expect(readEach).not.toHaveBeenCalled();
  expect(listLimits).not.toHaveBeenCalled();
  expect(impact.effects).toMatchObject([{ userId: 'ann', withoutCredits: 300 }]);
  expect(impact).toEqual(await showImpact(ports, order));
  expect(readEach).toHaveBeenCalled();
  ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 200, version: 3 });
  expect((await showImpact(ports, { ...order, known, atMs: order.atMs + 1_000 })).effects).toMatchObject([
    { userId: 'ann', withoutCredits: 200 },
  ]);
});

test('settings that are edited too count for what follows', async () => {
  const impact = await shown({}, { settingsAfter: someSettings({ limitCeilingCredits: 300 }) });

  expect(impact.effects.map(({ withoutCredits, toCredits }) => [withoutCredits, toCredits])).toEqual([
    [600, 300],
    [600, 300],
  ]);
});

test('a run that would be held is warned of, with the guard and why', async () => {
  const impact = await shown(stopped, { settings: strict });

  expect(impact.held?.guard).toBe('blast-radius');
  expect(impact.warnings[0]).toEqual({ kind: 'held', text: expect.stringContaining('blast-radius') });
  // Ann is stopped by a budget of her own: nothing of it is what a guaranteed budget needs.
  expect(impact.warnings[0]?.text).toMatch(/All of it waits$/u);
  expect(impact.harms).toContain('stops 1 person once it is approved');
  // What to do about the plan is not said before it is held.
  expect(impact.warnings[0]?.text).not.toContain('curfew approve');
});

test('cuts that a guaranteed budget needs do not wait; of one that is over already no cut helps, and all of it waits', async () => {
  const ofOrg = async (amount: number) => {
    const {
      version: _of,
      updatedBy: _who,
      updatedAt: _when,
      ...after
    } = aBudget({
      scope: { kind: 'org' },
      amount: credits(amount),
    });
    const impact = await shown({ budgets: [{ kind: 'add', after }] }, { settings: strict });
    return [impact.held?.guard, impact.warnings[0]?.text, impact.harms[0]];
  };

  expect(await ofOrg(200)).toEqual([undefined, expect.stringContaining('is used up'), 'stops 2 people at once']);
  expect(await ofOrg(150)).toEqual([
    'blast-radius',
    expect.stringMatching(/All of it waits$/u),
    'stops 2 people once it is approved',
  ]);
});

test('figures in doubt are warned of', async () => {
  const impact = await shown(stopped, {
    prepare: async ({ ledger }) => ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect' })),
  });

  expect(impact.held?.guard).toBe('trust-gate');
  expect(impact.warnings.map(({ kind }) => kind)).toContain('doubtful-data');
  expect(impact.dataThrough).toBe('2026-03-13');
});

test('the document of an impact has all of it', async () => {
  const orgPool = { scope: 'org', window: 'month', amount: 10_000, version: 1 };
  const team = { name: 'web', members: [], position: 1 };
  const grant = {
    kind: 'exemption',
    id: 'g-1',
    email: 'bob@acme.example',
    until: '2026-03-20',
    reason: 'r',
    createdBy: 'ada',
    createdAt: at,
    version: 1,
  } as const;
  const terms = { email: 'bob@acme.example', until: '2026-03-20', reason: 'r' };
  const before = aBudget({ scope: { kind: 'org' }, amount: credits(10_000) });
  const after = { ...before, amount: credits(20_000) };
  const impact = await shown(
    {
      budgets: [
        { kind: 'add', after: ownTerms },
        { kind: 'change', before, after },
        { kind: 'remove', before: aBudget({ scope: { kind: 'org' }, window: 'week' }) },
      ],
      teams: [{ kind: 'add', after: team }],
      grants: [grant, { ...grant, id: 'g-2', endedAt: at }],
    },
    { prepare: ({ budgets }) => budgets.writeByHand(orgPool) },
  );

  const document = impactDocument(impact);

  expect(document).toMatchObject({
    at,
    dataThrough: '2026-03-14',
    inputs: impact.inputsHash,
    movedAnyway: impact.movedAnyway,
    stopped: ['ann@acme.example'],
    freed: [],
    wouldHaveStopped: impact.past.stops,
    asksBecause: impact.harms,
    held: null,
  });
  expect(document.edits).toMatchObject([
    { record: 'team', change: 'add', before: null, after: { name: 'web' } },
    { record: 'budget', change: 'add', before: null, after: { scope: 'user:ann@acme.example', amount: 50 } },
    { record: 'budget', change: 'change', before: { amount: 10_000 }, after: { amount: 20_000 } },
    { record: 'budget', change: 'remove', before: { window: 'week' }, after: null },
    { record: 'exemption', change: 'add', before: null, after: terms },
    { record: 'exemption', change: 'end', before: terms, after: null },
  ]);
  expect(document.changes).toContainEqual({
    email: 'ann@acme.example',
    from: 1_000,
    without: 600,
    to: expect.any(Number),
    binding: { scope: 'user:ann@acme.example', window: 'month' },
    stopped: true,
    named: true,
  });
  expect(document.pools).toMatchObject([{ scope: 'org', amount: 20_000, amountBefore: 10_000 }]);
  expect(document.warnings.map(({ kind }) => kind)).toEqual(impact.warnings.map(({ kind }) => kind));
});

const bare: ShownImpact = {
  edits: noEdits,
  emails: new Map([['bob', 'bob@acme.example']]),
  at,
  countsOn: '2026-03-15',
  dataThrough: undefined,
  held: undefined,
  stoppedBeside: new Set(),
  inputsHash: 'h',
  effects: [],
  movedAnyway: 0,
  stopped: [],
  freed: [],
  pools: [],
  warnings: [],
  past: { stops: 0 } as never,
  harms: [],
};

test('the document has null for what is not known', () => {
  const effect = {
    userId: 'ann',
    email: 'ann@acme.example',
    fromCredits: undefined,
    withoutCredits: undefined,
    toCredits: undefined,
    binding: undefined,
    isStopped: false,
  };
  const warnings = [
    { kind: 'held', text: 't' },
    { kind: 'held', scope: 'org', text: 't' },
  ] as const;

  expect(impactDocument({ ...bare, effects: [effect], warnings })).toEqual({
    at,
    countsOn: '2026-03-15',
    dataThrough: null,
    inputs: 'h',
    edits: [],
    changes: [
      { email: 'ann@acme.example', from: null, without: null, to: null, binding: null, stopped: false, named: false },
    ],
    movedAnyway: 0,
    stopped: [],
    freed: [],
    pools: [],
    warnings: [
      { kind: 'held', scope: null, text: 't' },
      { kind: 'held', scope: 'org', text: 't' },
    ],
    wouldHaveStopped: 0,
    replayed: null,
    asksBecause: [],
    held: null,
    stoppedBeside: 0,
  });
});

test('the document names who is freed, who is without a limit in a pool, what was replayed and what holds the run', async () => {
  const { pools } = await shown(
    {},
    {
      prepare: async ({ budgets, limits }) => {
        budgets.writeByHand({ scope: 'org', window: 'month', amount: 10_000, version: 1 });
        await limits.put([{ userId: 'bob', email: 'bob@acme.example', unsettled: [] }], 0);
      },
    },
  );
  const [pool] = pools;
  const { amountBeforeCredits: _before, ...newPool } = pool ?? ({} as never);
  const range = { from: '2026-02-01', through: '2026-03-14' };
  const held = { guard: 'trust-gate', detail: 'd' } as const;
  const freed = [{ userId: 'bob', email: 'bob@acme.example' }] as never;
  const past = { stops: 3, range, method: 'limits' } as never;

  const document = impactDocument({ ...bare, freed, past, held, dataThrough: '2026-03-14', pools: [newPool as never] });

  expect(document).toMatchObject({
    dataThrough: '2026-03-14',
    freed: ['bob@acme.example'],
    replayed: { ...range, method: 'limits' },
    held,
  });
  expect(document.pools).toMatchObject([{ scope: 'org', amountBefore: null, unbounded: ['bob@acme.example'] }]);
});

test('a top-up is shown as one, by its terms', () => {
  const topUp = {
    kind: 'top-up',
    id: 't-1',
    scope: { kind: 'team', name: 'web' },
    credits: 5,
    from: '2026-03-15',
    to: '2026-03-16',
    reason: 'r',
    createdBy: 'ada',
    createdAt: at,
    version: 1,
  } as const;

  expect(impactDocument({ ...bare, edits: { ...noEdits, grants: [topUp] } }).edits).toEqual([
    {
      record: 'top-up',
      change: 'add',
      before: null,
      after: { scope: 'team:web', credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' },
    },
  ]);
});

test('an edit that counts from tomorrow is shown with the limits of tomorrow, and asks today', async () => {
  const from = '2026-03-16';
  const impact = await shown({ budgets: [{ kind: 'add', after: { ...ownTerms, from } }] });

  expect(impact).toMatchObject({ at, countsOn: from, dataThrough: '2026-03-14', held: undefined });
  expect(impact.stopped.map(({ userId }) => userId)).toEqual(['ann']);
  expect(impact.harms).toEqual(['stops 1 person from 16 Mar on']);
  expect(impact.warnings).not.toContainEqual(expect.objectContaining({ kind: 'binds-nobody' }));
  expect(impactDocument(impact)).toMatchObject({ at, countsOn: from, stopped: ['ann@acme.example'] });
});

test('an edit that begins in a window of its own is judged by that window', async () => {
  const impact = await shown({ budgets: [{ kind: 'add', after: { ...ownTerms, from: '2026-04-01' } }] });

  expect(impact).toMatchObject({ countsOn: '2026-04-01', stopped: [], harms: [] });
});

test('edits of several days are shown on the first that stops somebody, and the harms of all are told', async () => {
  const later = { ...ownTerms, scope: { kind: 'user', email: 'bob@acme.example' }, from: '2026-03-17' } as const;
  const impact = await shown({
    budgets: [
      { kind: 'add', after: { ...later, amount: credits(5_000), from: '2026-03-15', window: 'week' } },
      { kind: 'add', after: later },
      { kind: 'add', after: { ...ownTerms, from: '2026-03-18' } },
    ],
  });

  expect(impact.countsOn).toBe('2026-03-17');
  expect(impact.stopped.map(({ userId }) => userId)).toEqual(['bob']);
  expect(impact.harms.filter((harm) => harm.startsWith('stops'))).toEqual([
    'stops 1 person from 17 Mar on',
    'stops 2 people from 18 Mar on',
  ]);
});

test('another amount from tomorrow that stops nobody is shown as of tomorrow, and the day without a budget is told', async () => {
  const before = { ...own, amount: credits(400), version: 1 };
  const after = { ...ownTerms, amount: credits(150), from: '2026-03-16' };
  const impact = await shown(
    { budgets: [{ kind: 'change', before, after }] },
    {
      prepare: ({ budgets }) =>
        budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: 400, version: 1 }),
    },
  );

  expect(impact).toMatchObject({ countsOn: '2026-03-16', stopped: [] });
  expect(impact.effects).toMatchObject([{ userId: 'ann', withoutCredits: 400, toCredits: 150 }]);
  expect(impact.harms).toEqual(['lifts user:ann@acme.example / month from 1 person']);
});
