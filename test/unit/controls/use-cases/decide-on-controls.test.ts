import { describe, expect, test } from 'vitest';

import {
  memoryControlsDecisionStore,
  memoryEvidenceChain,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import {
  acknowledgeRevisions,
  addException,
  announceChange,
  endAnnouncement,
  approveBaseline,
  endException,
  type AcknowledgePorts,
  type DecisionPorts,
} from '../../../../shared/controls/use-cases/decide-on-controls.ts';
import { verifyChain } from '../../../../shared/evidence/verify-chain.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { StaleRecordError } from '../../../../shared/kernel/records/ports.ts';
import { memoryLeaseStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { sha256 } from '../../../../shared/kernel/sha256.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';

const author = { name: 'ann', at: '2026-03-02T09:00:00.000Z' };
const period = { from: '2026-03-02', through: '2026-03-02' };
const baseline = { settings: { a: 1 }, source: { kind: 'revision', revision: 7 }, digest: sha256('a') } as const;
const order = {
  pattern: 'sandbox',
  owner: 'Ann@acme.example',
  ticket: 'SEC-1',
  reason: 'migration',
  from: author.at,
  expires: '2026-03-09T00:00:00Z',
};

function byEve(subject: string) {
  return { subject, actor: { email: 'eve@acme.example' } };
}

function thePorts(): AcknowledgePorts {
  let lastId = 0;
  return {
    alerts: memoryAlertStore(),
    leases: memoryLeaseStore(),
    decisions: memoryControlsDecisionStore(),
    evidence: memoryEvidenceChain(),
    journal: memoryJournal(),
    ids: { next: () => `x${(lastId += 1)}` },
    clock: { now: () => Date.parse(author.at) },
  };
}

async function recorded({ evidence, journal }: DecisionPorts) {
  const links = await evidence.list(1, 100);
  const entries = await journal.list(period, 100);
  return {
    links: links.map(({ kind }) => kind),
    entries: entries.map(({ kind, actor }) => [kind, actor]),
    verdict: await verifyChain(links),
  };
}

describe('every decision about the controls', () => {
  test('is kept, is a link of the evidence, and is an entry of the journal', async () => {
    const ports = thePorts();

    await approveBaseline(ports, baseline, author);
    await addException(ports, order, author);
    await endException(ports, 'x1', author);
    await acknowledgeRevisions(
      ports,
      { revisions: ['revision/1/7', 'revision/1/8'].map(byEve), reason: 'planned' },
      author,
    );

    expect(await ports.decisions.readBaseline()).toMatchObject({ version: 1, baseline: { approvedBy: 'ann' } });
    expect(await ports.decisions.listAcknowledgements()).toHaveLength(2);
    expect(await recorded(ports)).toMatchObject({
      links: ['baseline', 'exception', 'exception', 'acknowledged', 'acknowledged'],
      verdict: { kind: 'whole', links: 5 },
    });
    expect(new Set((await recorded(ports)).entries.map(([kind]) => kind))).toEqual(
      new Set(['baseline-approved', 'exception-added', 'exception-ended', 'controls-acknowledged']),
    );
  });

  test('holds the digest of what was approved, and all terms of an exception', async () => {
    const ports = thePorts();

    await approveBaseline(ports, baseline, author);
    await addException(ports, order, author);

    const [first, second] = await ports.evidence.list(1, 2);
    expect(first?.body).toMatchObject({ version: 1, digest: sha256('a'), approvedBy: 'ann' });
    expect(first?.body).not.toHaveProperty('settings');
    expect(second?.body).toMatchObject({
      pattern: 'sandbox',
      owner: 'ann@acme.example',
      ticket: 'SEC-1',
      exceptionId: 'x1',
    });
  });
});

test('a baseline that somebody else replaced meanwhile is not written over, and leaves no trace', async () => {
  const ports = thePorts();
  const { decisions } = ports;
  const stale: DecisionPorts = {
    ...ports,
    decisions: {
      ...decisions,
      async readBaseline() {
        const seen = await decisions.readBaseline();
        await decisions.approveBaseline({ ...baseline, approvedBy: 'bob', approvedAt: author.at }, seen?.version ?? 0);
        return seen;
      },
    },
  };

  await expect(approveBaseline(stale, baseline, author)).rejects.toThrow(StaleRecordError);

  expect(await decisions.readBaseline()).toMatchObject({ baseline: { approvedBy: 'bob' } });
  expect((await recorded(ports)).links).toEqual([]);
});

test('an invalid exception is refused with every problem, and nothing is written', async () => {
  const ports = thePorts();

  const outcome = await addException(ports, { ...order, owner: 'ann', ticket: '' }, author);

  expect(outcome).toMatchObject({ kind: 'refused', problems: [{ field: 'ticket' }, { field: 'owner' }] });
  expect(await ports.decisions.listExceptions()).toEqual([]);
  expect((await recorded(ports)).links).toEqual([]);
});

test.for([
  ['there is none of that id', 'other', author.at, 'not-there'],
  ['it has expired', 'x1', '2026-03-09T00:00:00.000Z', 'unchanged'],
  ['it has ended', 'x2', author.at, 'unchanged'],
] as const)('an exception cannot be ended when %s', async ([, id, at, kind]) => {
  const ports = thePorts();
  await addException(ports, order, author);
  await addException(ports, order, author);
  await endException(ports, 'x2', author);

  const outcome = await endException(ports, id, { ...author, at });

  expect(outcome.kind).toBe(kind);
});

test('an exception is in the journal like every other grant: whose it is, its terms and its version', async () => {
  const ports = thePorts();
  await addException(ports, order, author);
  await endException(ports, 'x1', { ...author, name: 'bob' });

  const entries = await ports.journal.list(period, 100);

  expect(entries).toMatchObject([
    { kind: 'exception-added', actor: 'ann', subject: 'sandbox', detail: { grant: 'x1', ticket: 'SEC-1', version: 1 } },
    { kind: 'exception-ended', actor: 'bob', subject: 'sandbox', detail: { grant: 'x1', ticket: 'SEC-1', version: 2 } },
  ]);
});

test('an exception that somebody else changed meanwhile is left alone, and that is said', async () => {
  const ports = thePorts();
  await addException(ports, order, author);
  const putException = async () => Promise.reject(new StaleRecordError('it moved'));

  const outcome = await endException({ ...ports, decisions: { ...ports.decisions, putException } }, 'x1', author);

  expect(outcome).toEqual({ kind: 'stale', problem: expect.stringContaining('it moved') });
  expect((await recorded(ports)).links).toEqual(['exception']);
});

describe('an announcement', () => {
  const change = {
    pattern: 'sandbox',
    values: [],
    ticket: 'SEC-2',
    note: 'planned',
    until: '2026-03-09T00:00:00.000Z',
  };

  test('is kept, is a link of the evidence with all its terms, and is an entry of the journal', async () => {
    const ports = thePorts();

    const outcome = await announceChange(ports, change, author);

    const kept = { ...change, id: 'x1', createdBy: 'ann', createdAt: author.at, version: 1 };
    const [link] = await ports.evidence.list(1, 10);
    const [entry] = await ports.journal.list(period, 10);
    expect(outcome).toStrictEqual({ kind: 'added', announcement: kept });
    expect(await ports.decisions.listAnnouncements()).toStrictEqual([kept]);
    expect(link).toMatchObject({ kind: 'announced', body: { ...kept, id: 'announced/x1/1', announcementId: 'x1' } });
    expect(entry).toMatchObject({
      kind: 'announcement-added',
      actor: 'ann',
      subject: 'sandbox',
      detail: { grant: 'x1', ticket: 'SEC-2', version: 1 },
    });
  });

  test('that is invalid is refused with every problem, and nothing is written', async () => {
    const ports = thePorts();

    const outcome = await announceChange(ports, { ...change, ticket: '', until: 'some day' }, author);

    expect(outcome).toMatchObject({ kind: 'refused', problems: [{ field: 'ticket' }, { field: 'until' }] });
    expect(await ports.decisions.listAnnouncements()).toEqual([]);
    expect((await recorded(ports)).links).toEqual([]);
  });

  test('is taken back once, by whoever says so', async () => {
    const ports = thePorts();
    await announceChange(ports, change, author);
    await announceChange(ports, { ...change, pattern: 'hooks' }, author);

    const outcomes = [
      await endAnnouncement(ports, 'x1', { ...author, name: 'bob' }),
      await endAnnouncement(ports, 'x1', author),
      await endAnnouncement(ports, 'other', author),
      await endAnnouncement(ports, 'x2', { ...author, at: change.until }),
    ];

    expect(outcomes.map(({ kind }) => kind)).toEqual(['ended', 'unchanged', 'not-there', 'unchanged']);
    expect(await ports.decisions.listAnnouncements()).toMatchObject([
      { id: 'x1', endedAt: author.at, version: 2 },
      { id: 'x2', version: 1 },
    ]);
    expect((await recorded(ports)).entries).toContainEqual(['announcement-ended', 'bob']);
    expect((await recorded(ports)).links).toEqual(['announced', 'announced', 'announced']);
  });
});

test('each decision has entries and links of its own name, in chain and journal', async () => {
  const ports = thePorts();

  await approveBaseline(ports, baseline, author);
  await approveBaseline(ports, baseline, { ...author, name: 'bob' });
  await addException(ports, order, author);
  await acknowledgeRevisions(ports, { revisions: [byEve('revision/2/7')], reason: 'ok' }, author);

  const ids = (await ports.evidence.list(1, 10)).map(({ body }) => body['id']);
  expect(ids).toEqual(['baseline/1', 'baseline/2', 'exception/x1/1', `acknowledged/revision/2/7/${author.at}`]);
  const entries = await ports.journal.list(period, 10);
  expect(entries.filter(({ kind }) => kind === 'baseline-approved')).toMatchObject([
    { id: 'controls/baseline/1', at: author.at, actor: 'ann', subject: 'baseline/1', detail: { version: 1 } },
    { id: 'controls/baseline/2', actor: 'bob', subject: 'baseline/2', detail: { version: 2 } },
  ]);
});

test('what is approved and acknowledged is said to whoever did it', async () => {
  const ports = thePorts();
  const { settings, source } = baseline;

  expect(await approveBaseline(ports, baseline, author)).toStrictEqual({
    baseline: { settings, source, approvedBy: 'ann', approvedAt: author.at },
    version: 1,
  });
  const said = await acknowledgeRevisions(ports, { revisions: [byEve('revision/1/7')], reason: 'planned' }, author);
  const acknowledgement = {
    subject: 'revision/1/7',
    by: 'ann',
    at: author.at,
    reason: 'planned',
    ownChange: 'unknown',
  };
  expect(said).toStrictEqual({ kind: 'acknowledged', acknowledgements: [acknowledgement] });
  expect(await ports.decisions.listAcknowledgements()).toStrictEqual([acknowledgement]);
});

test('an exception is given with who made it and when, and its evidence has no field that is absent', async () => {
  const ports = thePorts();

  const outcome = await addException(ports, order, author);

  const [link] = await ports.evidence.list(1, 1);
  expect(outcome).toMatchObject({ kind: 'added', exception: { id: 'x1', createdBy: 'ann', version: 1 } });
  expect(link?.body).not.toHaveProperty('endedAt');
  expect(Object.values(link?.body ?? {})).not.toContain(undefined);
});
