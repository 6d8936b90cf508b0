import { beforeEach, expect, test } from 'vitest';

import {
  memoryControlsDecisionStore,
  memoryEvidenceChain,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { memoryLeaseStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { alertHandle } from '../../../../shared/notifications/short-key.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { acknowledgeAlert } from '../../../../shared/notifications/use-cases/acknowledge.ts';
import { anObservation, aUse, onEnforcementRun, play } from '../observed.ts';

const by = { by: 'ada', at: '2026-03-10T09:00:00.000Z', reason: ' load test ' };
const { states } = play([
  onEnforcementRun('2026-03-10', { observed: [anObservation()], uses: [aUse({ usedCredits: 1_000 })] }),
]);
const observedId = 'matter/uncappable/u-bob';

let ports: ReturnType<typeof memoryPorts>;

function memoryPorts() {
  let lastId = 0;
  return {
    alerts: memoryAlertStore(),
    journal: memoryJournal(),
    leases: memoryLeaseStore(),
    evidence: memoryEvidenceChain(),
    decisions: memoryControlsDecisionStore(),
    clock: { now: () => Date.parse(by.at), sleep: async () => {} },
    ids: { next: () => `id-${(lastId += 1)}` },
  };
}

beforeEach(async () => {
  ports = memoryPorts();
  await ports.alerts.put(states);
});

test.for([observedId, alertHandle(observedId)])('the alert of the id %s is acknowledged, and no other', async (id) => {
  const outcome = await acknowledgeAlert(ports, id, by);

  expect(outcome).toMatchObject({ kind: 'acknowledged', state: { acknowledged: { by: 'ada', reason: 'load test' } } });
  const noted = ports.alerts.allStates().map(({ conditionId, acknowledged }) => [conditionId, acknowledged?.by]);
  expect(new Map(noted as [string, string | undefined][])).toEqual(
    new Map([
      [observedId, 'ada'],
      ['use/budget/user:ada@example.com/month/2026-03-01/u-ada', undefined],
    ]),
  );
});

test('who did it and why is written in the journal, once however often it is said at that moment', async () => {
  await acknowledgeAlert(ports, observedId, { ...by, until: '2026-03-20' });
  await acknowledgeAlert(ports, observedId, { ...by, until: '2026-03-20' });

  const entries = await ports.journal.list({ from: '2026-03-10', through: '2026-03-10' }, 10);

  expect(entries).toMatchObject([
    {
      kind: 'alert-acknowledged',
      actor: 'ada',
      subject: observedId,
      detail: {
        reason: 'load test',
        until: '2026-03-20',
        headline: expect.stringContaining('u-bob cannot'),
        severity: 'medium',
      },
    },
  ]);
});

test('the entry is named after the alert and the moment, and a budget has one too', async () => {
  const useId = 'use/budget/user:ada@example.com/month/2026-03-01/u-ada';

  await ports.alerts.put(
    play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 1_000, mode: 'alert' })] })]).states,
  );

  const outcomes = [await acknowledgeAlert(ports, useId, by), await acknowledgeAlert(ports, observedId, by)];

  const entries = await ports.journal.list({ from: '2026-03-10', through: '2026-03-10' }, 10);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['acknowledged', 'acknowledged']);
  expect(entries.map(({ id }) => id).toSorted()).toEqual([
    `${observedId}/acknowledged/${by.at}`,
    `${useId}/acknowledged/${by.at}`,
  ]);
});

test('of what is evidence the acknowledgement is a link of the chain, and its entry names that link', async () => {
  const key = 'shrank/1';
  await ports.alerts.put(
    play([onEnforcementRun('2026-03-10', { observed: [anObservation({ topic: 'history-shrank', key })] })]).states,
  );

  const outcome = await acknowledgeAlert(ports, `matter/history-shrank/${key}`, by);

  const said = { subject: key, by: 'ada', at: by.at, reason: 'load test' };
  const id = `acknowledged/${key}/${by.at}`;
  const [link] = await ports.evidence.list(1, 10);
  expect(outcome.kind).toBe('acknowledged');
  expect(link).toMatchObject({ kind: 'acknowledged', body: { ...said, id } });
  expect(await ports.journal.list({ from: '2026-03-10', through: '2026-03-10' }, 10)).toStrictEqual([
    { id: `controls/${id}`, at: by.at, kind: 'controls-acknowledged', actor: 'ada', subject: id, detail: said },
  ]);
});

test('what counts is the state under the lease: an alert that was resolved until then is not acknowledged', async () => {
  const { leases } = ports;
  const acquire: typeof leases.acquire = async (...claim) => {
    await ports.alerts.put(
      states.map((state) => (state.kind === 'observed' ? { ...state, phase: 'resolved' } : state)),
    );
    return leases.acquire(...claim);
  };

  const outcome = await acknowledgeAlert({ ...ports, leases: { ...leases, acquire } }, observedId, by);

  expect(outcome).toEqual({ kind: 'refused', reason: 'not-in-alarm' });
});

test('nothing is touched while a run is at work', async () => {
  await ports.leases.acquire('limits', { owner: 'night', nowMs: Date.parse(by.at), durationMs: 60_000 });

  const outcome = await acknowledgeAlert(ports, observedId, by);

  expect(outcome).toMatchObject({ kind: 'busy' });
  expect(ports.alerts.allStates().some(({ acknowledged }) => acknowledged !== undefined)).toBe(false);
});

test('an id that is not there, and a reason that is none, leave journal and alerts alone', async () => {
  const outcomes = [
    await acknowledgeAlert(ports, 'nothing', by),
    await acknowledgeAlert(ports, observedId, { ...by, reason: ' ' }),
  ];

  expect(outcomes).toEqual([{ kind: 'not-there' }, { kind: 'refused', reason: 'no-reason' }]);
  expect(await ports.journal.list({ from: '2026-03-10', through: '2026-03-10' }, 10)).toEqual([]);
});

test('an alert that is resolved is found by its id, and refused for being resolved', async () => {
  await ports.alerts.put(states.map((state) => (state.kind === 'observed' ? { ...state, phase: 'resolved' } : state)));

  const outcome = await acknowledgeAlert(ports, observedId, by);

  expect(outcome).toEqual({ kind: 'refused', reason: 'not-in-alarm' });
});

test('the lease is free again afterwards', async () => {
  await acknowledgeAlert(ports, observedId, by);

  const next = await ports.leases.acquire('limits', {
    owner: 'night',
    nowMs: Date.parse(by.at),
    durationMs: 60_000,
  });

  expect(next.kind).not.toBe('held');
});
