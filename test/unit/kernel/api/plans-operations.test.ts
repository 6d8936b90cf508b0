import { beforeEach, expect, test } from 'vitest';

import { memoryPlanStore } from '../../../../shared/enforcement/memory-store.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import type { RunStarter } from '../../../../shared/kernel/api/operation.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';

const people = ['ann@acme.example', 'cfo@acme.example'];
const settings = Settings.parse({ roles: { approvers: people, budgetAdmins: people } });
const firstMs = Date.parse('2026-03-15T08:00:00Z');
let nowMs = firstMs;
const plan = {
  planId: 'p-1',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:31:00.000Z',
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: 'r-1',
  detail: 'it lowers many',
  changesCount: 0,
  changes: [],
};

let stores: ReturnType<typeof someStores>;
let started: Parameters<RunStarter['start']>[0][];
beforeEach(async () => {
  nowMs = firstMs;
  stores = someStores();
  started = [];
  await stores.plans.hold(plan);
  await stores.runs.markSent('enforce', '2026-03-14T02:30:00.000Z');
  await stores.journal.append([
    {
      id: 'e-1',
      at: '2026-03-14T09:00:00.000Z',
      kind: 'budget-changed',
      actor: 'ann@acme.example',
      subject: 'default',
      detail: { window: 'month' },
    },
  ]);
});

test('who edited what a held plan follows from does not approve it, and nothing is started', async () => {
  await expect(approve('ann@acme.example')).rejects.toMatchObject({
    kind: 'not-allowed',
    message: expect.stringMatching(/^ann@acme\.example edited budget default month .*: cfo@acme\.example$/u),
  });
  expect(started).toEqual([]);
});

test('somebody else approves it: the run is started in the name that was proven', async () => {
  const { document } = await approve('cfo@acme.example', { idempotencyKey: 'k' });
  await approve('cfo@acme.example', { idempotencyKey: 'k' });

  expect(document).toMatchObject({ job: 'enforce', at: '2026-03-15T07:59:00.000Z', isStarted: true });
  expect(started).toMatchObject([
    { apply: { planId: 'p-1', actor: 'cfo@acme.example', isApproved: true } },
    // Repeated under its key, it is the same run.
    { runId: (document as { readonly run: string }).run },
  ]);
});

test('a rejected plan is not approved any more', async () => {
  await call('rejectPlan', 'ann@acme.example', { plan: 'p-1' });

  await expect(approve('cfo@acme.example')).rejects.toMatchObject({
    kind: 'held',
    message: expect.stringContaining('rejected by ann@acme.example'),
  });
});

test('a plan is applied as of no other moment than within the time for which it waits', async () => {
  const late = call('approvePlan', 'cfo@acme.example', { plan: 'p-1', body: { at: '2026-03-16' } });

  await expect(late).rejects.toMatchObject({ kind: 'invalid-input', fields: [{ field: 'body.at' }] });
});

test('a job that nobody may start is named as no job', async () => {
  await expect(call('startRun', 'cfo@acme.example', { body: { job: 'mails' } })).rejects.toMatchObject({
    kind: 'invalid-input',
    message: expect.stringContaining('enforce'),
  });
});

test('a run that is asked for again under its key, later, is the same run, and the journal names once who asked', async () => {
  const ask = async (idempotencyKey?: string) =>
    call('startRun', 'cfo@acme.example', { body: { job: 'enforce' } }, { ...(idempotencyKey && { idempotencyKey }) });
  const { document } = await ask('k');
  nowMs += 90_000;

  expect((await ask('k')).document).toEqual(document);
  expect(started[1]).toEqual(started[0]);
  expect((await ask('another')).document).not.toEqual(document);
  expect((await ask()).document).not.toEqual(document);

  const entries = await stores.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
  expect(entries).toHaveLength(3);
  expect(entries.slice(0, 1)).toMatchObject([
    {
      kind: 'run-asked',
      actor: 'cfo@acme.example',
      at: '2026-03-15T08:00:00.000Z',
      runId: (document as { readonly run: string }).run,
      detail: { job: 'enforce', asOf: '2026-03-15T08:00:00.000Z' },
    },
  ]);
});

async function approve(email: string, terms: { readonly idempotencyKey?: string } = {}) {
  return call('approvePlan', email, { plan: 'p-1', body: {} }, terms);
}

async function call(id: string, email: string, ...[given, terms = {}]: [Record<string, unknown>, object?]) {
  const caller = callerOfClaims({ sub: 'x', email, emailVerified: true });
  const installation = { ...stores, readSettings: () => settings } as unknown as Installation;
  const starter: RunStarter = {
    jobs: ['enforce'],
    async start(request) {
      started.push(request);
      return Promise.resolve();
    },
  };
  return performOperation({ installation, now: () => nowMs, starter }, { id, caller, given, ...terms });
}

function someStores() {
  return { plans: memoryPlanStore(), runs: memoryRunStore(), journal: memoryJournal() };
}
