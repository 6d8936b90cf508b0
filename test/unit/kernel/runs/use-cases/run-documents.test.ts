import { describe, expect, test } from 'vitest';

import type { SetCap } from '../../../../../shared/caps/cap.ts';
import type { Run } from '../../../../../shared/kernel/runs/run.ts';
import {
  controlsRunDocument,
  enforcementDocument,
  planDocument,
  runRecordDocument,
  watcherRunDocument,
  wholeRunDocument,
} from '../../../../../shared/kernel/runs/use-cases/run-documents.ts';
import { anOutcome } from '../../../../support/domain-samples.ts';
import { aTablesWorld } from '../../../../support/tables-world.ts';

const at = '2026-03-15T02:30:00.000Z';
const run: Run = { runId: 'run-1', job: 'enforce', at, startedAt: '2026-03-15T02:30:01.000Z' };
const finding = { kind: 'k', subject: 's', severity: 'high', detail: 'd', action: null } as const;
const hold = { guard: 'trust-gate', detail: 'in doubt' } as const;
const bare = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] } as const;
const full = anOutcome({
  status: 'partial',
  dataThrough: '2026-03-14',
  capsChanged: 3,
  capsFailed: 1,
  alerts: 2,
  held: hold,
  problems: ['p'],
  findings: [finding],
  findingsMore: 4,
});
const facts = {
  run: 'run-1',
  job: 'enforce',
  at,
  status: 'partial',
  dataThrough: '2026-03-14',
  capsChanged: 3,
  capsFailed: 1,
  alerts: 2,
};
const bareFacts = { ...facts, status: 'complete', dataThrough: null, capsChanged: 0, capsFailed: 0, alerts: 0 };

describe('the record of a run', () => {
  test('that has not ended has no status, and has done nothing', () => {
    expect(runRecordDocument(run, false)).toEqual({
      ...bareFacts,
      startedAt: '2026-03-15T02:30:01.000Z',
      finishedAt: null,
      status: null,
      cutOff: false,
      held: null,
      problems: [],
      found: null,
    });
    expect(wholeRunDocument(run, false).findings).toBeUndefined();
  });

  test('that has ended has all of its outcome, and how much it found', () => {
    const ended = { ...run, finishedAt: '2026-03-15T02:31:00.000Z', outcome: full };

    expect(runRecordDocument(ended, false)).toEqual({
      ...facts,
      cutOff: false,
      startedAt: '2026-03-15T02:30:01.000Z',
      finishedAt: '2026-03-15T02:31:00.000Z',
      held: hold,
      problems: ['p'],
      found: 5,
    });
    expect(wholeRunDocument(ended, false)).toEqual({ ...runRecordDocument(ended, false), findings: [finding] });
    expect(runRecordDocument({ ...run, outcome: { ...bare, findings: [finding] } }, false).found).toBe(1);
    expect(runRecordDocument({ ...run, outcome: bare }, false).found).toBeNull();
  });
});

describe('a run that sets limits', () => {
  test('is shown without pools where no plan is at hand, and with its changes where nothing was done', async () => {
    const { cache } = await aTablesWorld();
    const plan = await cache.plan();
    const change = {
      email: 'ann@acme.example',
      from: 1_000,
      to: 600,
      binding: { scope: 'default', window: 'month' },
      reason: 'budget-changed',
    };

    expect(enforcementDocument({ run, outcome: full }, { dryRun: false })).toEqual({
      ...facts,
      held: hold,
      problems: ['p'],
    });
    expect(enforcementDocument({ run, outcome: bare }, { dryRun: true })).toEqual({
      ...bareFacts,
      held: null,
      problems: [],
      dryRun: true,
      changes: [],
    });
    expect(enforcementDocument({ run, outcome: bare, plan }, { dryRun: true })).toEqual({
      ...bareFacts,
      held: null,
      problems: [],
      pools: [],
      dryRun: true,
      changes: [
        { ...change, reason: expect.any(String) },
        { ...change, email: 'bob@acme.example', reason: expect.any(String) },
      ],
    });
  });
});

test('a run of the controls shows its reports where they are at hand, and of a hold its guard and why', () => {
  const held = { ...full, held: { ...hold, plan: 'p' } };
  const shown = { ...facts, held: { guard: 'trust-gate', detail: 'in doubt' }, problems: ['p'] };

  expect(controlsRunDocument({ run, outcome: held }, { dryRun: false })).toEqual(shown);
  expect(controlsRunDocument({ run, outcome: held, reports: [] }, { dryRun: true })).toEqual({
    ...shown,
    dryRun: true,
    reports: [],
  });
  expect(controlsRunDocument({ run, outcome: bare }, { dryRun: false }).held).toBeNull();
});

test('a run of a watcher shows what it found, and the pages that it wrote', () => {
  const content = { subject: 'Week 10', tone: 'report', lead: 'All is well', sections: [], foot: [] } as const;
  const pages = [{ scope: 'org', recipients: ['ada@acme.example'], content }];

  expect(watcherRunDocument({ run, outcome: full }, { dryRun: false })).toEqual({
    ...facts,
    held: hold,
    problems: ['p'],
    findings: [finding],
    findingsMore: 4,
  });
  expect(watcherRunDocument({ run, outcome: bare, pages }, { dryRun: true })).toEqual({
    ...bareFacts,
    held: null,
    problems: [],
    dryRun: true,
    findings: [],
    findingsMore: 0,
    pages: [
      {
        scope: 'org',
        recipients: ['ada@acme.example'],
        subject: 'Week 10',
        text: expect.stringContaining('All is well'),
      },
    ],
  });
});

test('a plan is shown with its changes, those beside a hold apart', () => {
  const change = { kind: 'set', userId: 'ann', email: 'ann@acme.example', limitCredits: 5, reason: 'budget-changed' };
  const lifted = change as unknown as SetCap;
  const bound: SetCap = { ...lifted, fromCredits: 9, binding: { scope: { kind: 'org' }, window: 'week' } as never };

  expect(
    planDocument({ planId: 'p-1', changes: [lifted], dataThrough: undefined, held: undefined, besideHold: [bound] }),
  ).toEqual({
    plan: 'p-1',
    dataThrough: null,
    changes: [
      { email: 'ann@acme.example', from: null, to: 5, binding: null, reason: 'budget-changed', headroom: null },
    ],
    held: null,
    besideHold: [
      {
        email: 'ann@acme.example',
        from: 9,
        to: 5,
        binding: { scope: 'org', window: 'week' },
        reason: 'budget-changed',
        headroom: null,
      },
    ],
  });
  expect(
    planDocument({ planId: 'p-1', changes: [], dataThrough: '2026-03-14', held: hold, besideHold: [] }),
  ).toMatchObject({ dataThrough: '2026-03-14', held: hold });
});
