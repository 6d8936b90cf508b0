import { beforeEach, describe, expect, test } from 'vitest';

import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { memoryPlanStore } from '../../../../shared/enforcement/memory-store.ts';
import {
  approvalAtMs,
  decideApprover,
  findDecidable,
  judgeCollected,
  listEdits,
  rejectPlan,
  showPlan,
} from '../../../../shared/enforcement/use-cases/decide-held-plan.ts';
import type { JournalEntry } from '../../../../shared/journal/journal-entry.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { callerOfClaims, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aTablesWorld, strict, tonight } from '../../../support/tables-world.ts';

const held: HeldPlan = {
  planId: 'p-1',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:31:00.000Z',
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: 'tonight',
  detail: 'it lowers 4 of 10 caps',
  changesCount: 4,
  changes: [],
};
const ada = { name: 'ada@acme.example', at: '2026-03-15T09:00:00.000Z' };
const nowMs = Date.parse('2026-03-15T12:00:00.000Z');

describe('a held plan that somebody names', () => {
  const find = async (said: Partial<HeldPlan>, atMs = nowMs) => {
    const plans = memoryPlanStore();
    await plans.hold({ ...held, ...said });
    return findDecidable(plans, 'p-1', atMs);
  };

  test('is open until it expires', async () => {
    expect(await find({}, Date.parse(held.expiresAt) - 1)).toEqual({ kind: 'open', plan: held });
    expect(await find({}, Date.parse(held.expiresAt))).toMatchObject({ kind: 'closed' });
  });

  test('is open once it is approved: an approval that was stopped midway can be given again', async () => {
    const decision = { kind: 'approved', by: ada.name, at: ada.at } as const;

    expect(await find({ decision })).toMatchObject({ kind: 'open' });
  });

  test('is closed once somebody has rejected it, with who that was', async () => {
    const decision = { kind: 'rejected', by: ada.name, at: ada.at } as const;

    expect(await find({ decision })).toMatchObject({ kind: 'closed', problem: expect.stringContaining(ada.name) });
  });

  test('is closed once a run has found nothing to hold', async () => {
    expect(await find({ replacedBy: 'none' })).toMatchObject({ kind: 'closed' });
  });

  test('names the plan that took its place', async () => {
    expect(await find({ replacedBy: 'p-2' })).toMatchObject({
      kind: 'replaced',
      plan: { planId: 'p-1' },
      problem: expect.stringContaining('p-2'),
    });
  });

  test('is unknown where no plan has the id', async () => {
    expect(await findDecidable(memoryPlanStore(), 'p-1', nowMs)).toMatchObject({ kind: 'unknown' });
  });
});

test('a plan is approved as much later than it was made as has passed since it was held, and never earlier', () => {
  const atMs = Date.parse(held.at);

  expect(approvalAtMs(held, Date.parse(held.heldAt) + 5_000)).toBe(atMs + 5_000);
  expect(approvalAtMs(held, Date.parse(held.heldAt) - 5_000)).toBe(atMs);
});

test('a plan that is rejected says by whom and when, and so does the journal', async () => {
  const ports = { plans: memoryPlanStore(), journal: memoryJournal() };
  await ports.plans.hold(held);

  await rejectPlan(ports, held, ada);

  expect(await ports.plans.find('p-1')).toEqual({ ...held, decision: { kind: 'rejected', by: ada.name, at: ada.at } });
  expect(await ports.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 9)).toEqual([
    {
      id: 'plan/p-1/rejected',
      at: ada.at,
      kind: 'plan-rejected',
      actor: ada.name,
      subject: 'p-1',
      detail: { plan: 'p-1', changes: 4 },
    },
  ]);
});

describe('edits that a plan may follow from', () => {
  let journal = memoryJournal();
  let runs = memoryRunStore();
  const lastNight = '2026-03-14T02:30:00.000Z';
  const roles = { viewers: [], budgetAdmins: [], approvers: [], security: [], teamOwners: {} };
  const rules = { roles, fourEyes: {} };
  const callerOf = (email: string) => callerOfClaims({ sub: 'x', email, emailVerified: true });

  beforeEach(() => {
    journal = memoryJournal();
    runs = memoryRunStore();
  });

  function anEdit(said: Partial<JournalEntry> = {}): JournalEntry {
    const detail = { window: 'month', way: 'command' };
    const about = { kind: 'budget-changed', actor: ada.name, subject: 'user:bob@acme.example' } as const;
    return { id: 'e-1', at: '2026-03-14T09:00:00.000Z', ...about, detail, ...said };
  }

  const approve = async (email = ada.name) =>
    decideApprover({ journal, runs }, { caller: callerOf(email), rules }, nowMs);

  test('are those after the moment that is asked for, up to now, the first one first', async () => {
    const at = (id: string, instant: string) => anEdit({ id, at: instant });
    await journal.append([
      at('after', '2026-03-14T02:30:00.001Z'),
      at('latest', '2026-03-15T09:00:00.000Z'),
      at('at', lastNight),
      at('before', '2026-03-14T02:29:00.000Z'),
      anEdit({ id: 'cap', kind: 'cap-changed', at: '2026-03-15T02:30:00.000Z' }),
    ]);

    const { edits, isCut } = await listEdits(partOf({ journal }), lastNight, nowMs);

    expect([edits.map(({ id }) => id), isCut]).toEqual([['after', 'latest'], false]);
  });

  test('are looked for through 92 days', async () => {
    await journal.append([
      anEdit({ id: 'old', at: '2025-12-12T23:59:59.999Z' }),
      anEdit({ id: 'new', at: '2025-12-13T00:00:00.000Z' }),
    ]);

    const { edits } = await listEdits(partOf({ journal }), '2025-01-01T00:00:00.000Z', nowMs);

    expect(edits.map(({ id }) => id)).toEqual(['new']);
  });

  test('are cut where there are two thousand', async () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        anEdit({ id: `e-${index}`, at: new Date(nowMs - index).toISOString() }),
      );
    await journal.append(some(1_999));
    expect((await listEdits(partOf({ journal }), lastNight, nowMs)).isCut).toBe(false);

    await journal.append(some(2_000));

    expect(await listEdits(partOf({ journal }), lastNight, nowMs)).toMatchObject({ isCut: true });
    expect(await approve('bob@acme.example')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('2000'),
    });
    expect(await decideApprover({ journal, runs }, { caller: callerOfMachine('bob'), rules }, nowMs)).toEqual({
      kind: 'allowed',
    });
    expect(
      await decideApprover(
        { journal, runs },
        { caller: callerOf('bob@acme.example'), rules: { roles, fourEyes: { heldPlans: false } } },
        nowMs,
      ),
    ).toEqual({ kind: 'allowed' });
  });

  test('are those of budgets, teams, top-ups, exemptions and settings', async () => {
    const kinds = [
      'budget-changed',
      'team-changed',
      'top-up-added',
      'top-up-ended',
      'top-up-changed',
      'exemption-added',
      'exemption-ended',
      'exemption-changed',
      'settings-changed',
    ] as const;
    await journal.append(kinds.map((kind) => anEdit({ id: kind, kind })));

    const { edits } = await listEdits(partOf({ journal }), lastNight, nowMs);

    expect(edits.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  });

  test('are not cut for those of the days before', async () => {
    const old = Array.from({ length: 2_000 }, (_, index) =>
      anEdit({ id: `e-${index}`, at: new Date(Date.parse('2026-03-13T23:00:00.000Z') - index).toISOString() }),
    );
    await journal.append([...old, anEdit()]);

    expect(await listEdits(partOf({ journal }), lastNight, nowMs)).toEqual({ edits: [anEdit()], isCut: false });
  });

  test('keep their author from approving, and nobody else', async () => {
    await journal.append([anEdit()]);

    expect(await approve()).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('budget user:bob@acme.example month on Sat 14 Mar 2026, 09:00 UTC'),
    });
    expect(await approve('bob@acme.example')).toEqual({ kind: 'allowed' });
  });

  test('by a rule for requests are those of who set the rule', async () => {
    const detail = { grant: 'g-1', ruleSetBy: 'Ada@acme.example' };
    await journal.append([anEdit({ kind: 'top-up-added', actor: 'rule small', detail })]);

    expect(await approve('ada@acme.example')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('top-up user:bob@acme.example g-1 (by the rule small)'),
    });
    expect(await approve('bob@acme.example')).toEqual({ kind: 'allowed' });
  });

  test('do not count once a run has set all limits after them', async () => {
    await journal.append([anEdit()]);
    await runs.markSent(enforceJob, '2026-03-14T10:00:00.000Z');

    expect(await approve()).toEqual({ kind: 'allowed' });
  });

  test('are not about a window or a grant where they name none', async () => {
    await journal.append([anEdit({ kind: 'team-changed', subject: 'web', detail: { way: 'command', window: 7 } })]);

    expect(await approve()).toMatchObject({ reason: expect.stringContaining('edited team web on') });
  });

  test('about nobody in particular are named by their kind', async () => {
    const { subject: _, ...edit } = anEdit({ kind: 'settings-changed', detail: {} });
    await journal.append([edit]);

    expect(await approve()).toMatchObject({ reason: expect.stringMatching(/edited settings +on/u) });
  });

  describe('in the table itself, of whom nobody knows who made them', () => {
    const direct = (said: Partial<JournalEntry>) => anEdit({ actor: 'unknown', ...said });

    test('let nobody approve until somebody sets the record again', async () => {
      await journal.append([direct({ detail: { window: 'month', way: 'direct-edit' } })]);
      expect(await approve('bob@acme.example')).toMatchObject({ kind: 'refused' });

      await journal.append([anEdit({ id: 'e-2', at: '2026-03-14T10:00:00.000Z' })]);

      expect(await approve('bob@acme.example')).toEqual({ kind: 'allowed' });
      expect(await approve()).toMatchObject({ kind: 'refused' });
    });

    test('are known where somebody is merely called like that', async () => {
      await journal.append([direct({})]);

      expect(await approve('bob@acme.example')).toEqual({ kind: 'allowed' });
    });

    const removed = { way: 'direct-edit', grant: 't-1', after: null };
    const added = anEdit({
      id: 'e-2',
      kind: 'top-up-added',
      at: '2026-03-14T10:00:00.000Z',
      detail: { way: 'command', grant: 't-2' },
    });

    test('that removed a grant are replaced by another one for the same person', async () => {
      await journal.append([direct({ kind: 'top-up-changed', detail: removed }), added]);

      expect(await approve('bob@acme.example')).toEqual({ kind: 'allowed' });
    });

    test.for([
      ['changed a grant', { ...removed, after: { credits: 5 } }],
      ['removed a budget', { way: 'direct-edit', window: 'month', after: null }],
    ] as const)('that %s are not', async ([, detail]) => {
      await journal.append([direct({ kind: 'top-up-changed', detail }), added]);

      expect(await approve('bob@acme.example')).toMatchObject({ kind: 'refused' });
    });

    test('name the grant that they are about', async () => {
      await journal.append([direct({ kind: 'top-up-changed', detail: removed })]);

      expect(await approve('bob@acme.example')).toMatchObject({
        reason: expect.stringContaining('top-up user:bob@acme.example t-1 on'),
      });
    });
  });
});

describe('what would be done now', () => {
  const atMs = Date.parse(tonight.at);

  test('is what a run would plan from the tables, with nothing that holds it', async () => {
    const { ports } = await aTablesWorld();

    const shown = await showPlan(ports, someSettings(), atMs);

    expect(shown).toMatchObject({ dataThrough: '2026-03-14', held: undefined, besideHold: [], warnings: [] });
    expect(shown.planId).toMatch(/^[0-9a-f]{16}$/u);
    expect(shown.plan.day).toBe('2026-03-15');
    expect(shown.changes.map(({ userId, limitCredits }) => [userId, limitCredits])).toEqual([
      ['ann', 600],
      ['bob', 600],
    ]);
  });

  test('names what holds it, and what is sent all the same', async () => {
    const { ports } = await aTablesWorld({ latestSent: '2026-03-14T02:30:00.000Z' });
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: 1_500, version: 1 });

    const shown = await showPlan(ports, strict, atMs);

    expect(shown.held).toMatchObject({ guard: 'blast-radius', plan: shown.planId });
    expect(shown.besideHold.map(({ reason }) => reason)).toEqual(['lowered', 'lowered']);
    expect(shown.changes).toHaveLength(2);
  });

  test('names what edits give beside a hold, too', async () => {
    const { ports } = await aTablesWorld({ latestSent: '2026-03-14T02:30:00.000Z' });
    ports.budgets.writeByHand({
      scope: 'user:bob@acme.example',
      window: 'month',
      amount: 1_001,
      version: 1,
      updatedAt: '2026-03-14T12:00:00.000Z',
    });

    const shown = await showPlan(
      ports,
      someSettings({ blastRadius: { loweredShare: 0, blockedUsersMax: 9, raisedShare: 1 } }),
      atMs,
    );

    expect(shown.held).toMatchObject({ guard: 'blast-radius' });
    expect(shown.besideHold.map(({ userId, reason }) => [userId, reason])).toEqual([['bob', 'raised']]);
  });

  test('sends nothing beside a hold where nothing is held', async () => {
    const { ports } = await aTablesWorld({ latestSent: '2026-03-14T02:30:00.000Z' });
    ports.budgets.writeByHand({
      scope: 'user:bob@acme.example',
      window: 'month',
      amount: 5_000,
      version: 1,
      updatedAt: '2026-03-14T12:00:00.000Z',
    });

    expect(await showPlan(ports, someSettings(), atMs)).toMatchObject({ held: undefined, besideHold: [] });
  });

  test('while figures are in doubt, is by those before: what rests on none of them goes on, and the rest waits', async () => {
    const { ports } = await aTablesWorld({ completeThrough: '2026-03-13', latestSent: '2026-03-14T02:30:00.000Z' });
    ports.budgets.writeByHand({ scope: 'user:bob@acme.example', window: 'day', amount: 1, version: 1 });
    const { blastRadius } = someSettings({ blastRadius: { loweredShare: 1, blockedUsersMax: 9, raisedShare: 1 } });

    const shown = await showPlan(ports, someSettings({ blastRadius }), atMs);
    const whereTooFar = await showPlan(ports, strict, atMs);

    expect(shown).toMatchObject({ dataThrough: '2026-03-13', held: { guard: 'trust-gate' } });
    expect(shown.changes.map(({ userId }) => userId)).toEqual(['ann', 'bob']);
    expect(shown.besideHold.map(({ userId }) => userId)).toEqual(['ann']);
    expect(whereTooFar).toMatchObject({ held: { guard: 'trust-gate' }, besideHold: [] });
  });

  test('warns of what is odd about teams and budgets', async () => {
    const { ports } = await aTablesWorld();
    ports.budgets.writeByHand({ scope: 'team:nobody', window: 'month', amount: 5, version: 1 });

    expect((await showPlan(ports, someSettings(), atMs)).warnings).not.toEqual([]);
  });
});

describe('what would hold a plan that was made', () => {
  test('is a guard, and before that the figures in doubt', async () => {
    const { ports, work, cache } = await aTablesWorld({ settings: strict, latestSent: '2026-03-14T02:30:00.000Z' });
    const [planned, collected] = [await cache.planned(), await cache.collected()];
    const judge = async (hold = collected.hold, settings = strict) =>
      (await judgeCollected(ports, { settings, run: work.run }, planned, hold)).held;

    expect(await judge()).toMatchObject({ guard: 'blast-radius', plan: planned.planId });
    expect(await judge(undefined, someSettings())).toBeUndefined();
    expect(await judge({ guard: 'trust-gate', detail: 'x' })).toEqual({ guard: 'trust-gate', detail: 'x' });
  });
});
