import { describe, expect, test } from 'vitest';

import type { ControlChange } from '../../../../shared/controls/control-change.ts';
import type { ControlException } from '../../../../shared/controls/control-exception.ts';
import {
  controlChangeDocument,
  deviationDocument,
  listedRevisionDocument,
  revisionDocument,
  verificationDocument,
  type Accepted,
} from '../../../../shared/controls/use-cases/controls-documents.ts';
import type { EvaluatedRevision } from '../../../../shared/controls/use-cases/evaluated-revisions.ts';
import type { ControlsVerdict } from '../../../../shared/evidence/use-cases/verify-controls.ts';

const atMs = Date.parse('2026-03-15T10:00:00.000Z');

const change: ControlChange = {
  path: 'sandbox.enabled',
  field: 'sandbox.enabled',
  kind: 'scalar',
  direction: 'loosened',
  severity: 'high',
  added: [],
  removed: [],
  sentence: 's',
  why: 'w',
  remedy: 'r',
  controlIds: [],
  notes: [],
  rule: 'sandbox.enabled/1',
};
const step = {
  series: 1,
  revision: 7,
  actor: { email: 'ann@acme.example' },
  updatedAt: '2026-03-14T10:00:00.000Z',
  changes: [change],
  digest: 'd',
  circumstances: { actor: 'unknown' },
  problems: [],
  seenAt: '2026-03-14T10:05:00.000Z',
  settings: { sandbox: { enabled: false } },
} as unknown as EvaluatedRevision;
const nothing: Accepted = { acknowledgements: [], baseline: undefined, exceptions: [], atMs };
const exception: ControlException = {
  id: 'e-1',
  pattern: 'sandbox',
  owner: 'eve@acme.example',
  ticket: 'T-1',
  reason: 'trial',
  from: '2026-03-01T00:00:00.000Z',
  expires: '2026-04-01T00:00:00.000Z',
  createdBy: 'ada',
  createdAt: '2026-03-01T00:00:00.000Z',
  version: 1,
};

describe('a change of the controls', () => {
  test('is shown with all that is known of it, and null for what is not set', () => {
    const { before: _before, after: _after, quiet: _quiet, ...rest } = controlChangeDocument(change);

    expect(controlChangeDocument(change)).toEqual({ ...change, before: null, after: null, quiet: null });
    expect(rest).toEqual(change);
    expect(controlChangeDocument({ ...change, before: true, after: false, quiet: 'told' })).toEqual({
      ...change,
      before: true,
      after: false,
      quiet: 'told',
    });
  });

  test('is shown under the path at which it deviates from the baseline', () => {
    const deviation = { path: 'sandbox.enabled', standing: 'new', since: '2026-03-14', hasMoved: false } as const;

    expect(deviationDocument({ ...deviation, changes: [change] })).toEqual({
      ...deviation,
      changes: [controlChangeDocument(change)],
    });
  });
});

describe('a revision', () => {
  const facts = {
    revision: 7,
    series: 1,
    previous: null,
    actor: { email: 'ann@acme.example' },
    updatedAt: '2026-03-14T10:00:00.000Z',
    seenAt: '2026-03-14T10:05:00.000Z',
    circumstances: { actor: 'unknown' },
    digest: 'd',
    problems: [],
    acknowledged: null,
    baseline: null,
    exceptions: [],
    changes: [controlChangeDocument(change)],
  };

  test('of which nothing is accepted has null in the place of that', () => {
    expect(revisionDocument(step, nothing)).toEqual({ ...facts, settings: { sandbox: { enabled: false } } });
    expect(listedRevisionDocument(step, nothing)).toEqual({ ...facts, severity: 'high' });
  });

  test('shows the one before it, and who has accepted what of it', () => {
    const acknowledged = { subject: 'revision/1/7', by: 'ada', at: '2026-03-14T12:00:00.000Z', reason: 'ok' };
    const baseline = {
      settings: {},
      source: { kind: 'revision', revision: 7 },
      approvedBy: 'bob',
      approvedAt: '2026-03-14T13:00:00.000Z',
    } as const;
    const accepted: Accepted = {
      acknowledgements: [{ ...acknowledged, subject: 'revision/2/7' }, acknowledged],
      baseline,
      exceptions: [exception],
      atMs,
    };
    const twice = { ...step, previous: { series: 1, revision: 6 }, changes: [change, change] };
    const { id, pattern, owner, ticket, reason, expires } = exception;

    expect(listedRevisionDocument(twice, accepted)).toEqual({
      ...facts,
      previous: { series: 1, revision: 6 },
      severity: 'high',
      acknowledged,
      baseline: { by: 'bob', at: '2026-03-14T13:00:00.000Z' },
      exceptions: [{ id, pattern, owner, ticket, reason, expires }],
      changes: [controlChangeDocument(change), controlChangeDocument(change)],
    });
  });

  test.for([
    { what: 'another revision', source: { kind: 'revision', revision: 8 }, series: 1 },
    { what: 'a file', source: { kind: 'file', name: 'f' }, series: 1 },
    { what: 'the same number of an earlier series', source: { kind: 'revision', revision: 7 }, series: 2 },
  ] as const)('is not the approved one where that is of $what', ({ source, series }) => {
    const baseline = { settings: {}, source, approvedBy: 'bob', approvedAt: '2026-03-14T13:00:00.000Z' };

    expect(revisionDocument({ ...step, series }, { ...nothing, baseline }).baseline).toBeNull();
  });

  test('is as severe as the gravest of its changes that has an effect', () => {
    const low = { ...change, severity: 'low' } as const;
    const quiet = { ...change, quiet: 'dormant' } as const;
    const severityOf = (changes: readonly ControlChange[]) =>
      listedRevisionDocument({ ...step, changes }, nothing).severity;

    expect(severityOf([quiet, low])).toBe('low');
    expect(severityOf([quiet])).toBeNull();
  });

  test('is not under an exception that is over', () => {
    const accepted = { ...nothing, exceptions: [{ ...exception, expires: '2026-03-15T09:00:00.000Z' }] };

    expect(revisionDocument(step, accepted).exceptions).toEqual([]);
  });
});

describe('the evidence', () => {
  const head = { seq: 9, hash: 'h' };
  const anchors = { valid: 0, invalid: [], missing: [] };
  const whole: ControlsVerdict = {
    chain: { kind: 'whole', links: 9, head },
    revisionsChecked: 4,
    revisionsWrong: 0,
    firstWrong: [],
    anchors,
    provedThrough: 9,
  };
  const shown = {
    whole: true,
    links: 9,
    head,
    broken: null,
    sentence: expect.stringMatching(/./u),
    remarks: expect.any(Array),
    provedThrough: 9,
    anchored: null,
    anchors: { valid: 0, invalid: [], missing: [], problem: null },
    publicKey: null,
    revisionsChecked: 4,
    revisionsWrong: 0,
    firstWrong: [],
  };

  test('that holds is shown whole, with the key that signs it where there is one', () => {
    const key = { fingerprint: 'f', pem: 'p', verifies: () => true };

    expect(verificationDocument(whole)).toEqual(shown);
    expect(verificationDocument(whole, key).publicKey).toEqual({ fingerprint: 'f', pem: 'p' });
  });

  test('says how far it is anchored', () => {
    const through = { seq: 8, hash: 'g', at: '2026-03-14T00:00:00.000Z', key: 'k' } as never;
    const { anchored, anchors: document } = verificationDocument({
      ...whole,
      anchors: { ...anchors, valid: 3, through, problem: 'away' },
    });

    expect(anchored).toEqual({ seq: 8, at: '2026-03-14T00:00:00.000Z', key: 'k' });
    expect(document).toMatchObject({ valid: 3, problem: 'away' });
  });

  test.for<{ readonly what: string; readonly said: Partial<ControlsVerdict>; readonly isWhole: boolean }>([
    { what: 'a revision that is wrong', said: { revisionsWrong: 1 }, isWhole: false },
    {
      what: 'an anchor that does not hold',
      said: { anchors: { ...anchors, invalid: [{ problem: 'signature' as never, count: 1, first: 'a' }] } },
      isWhole: false,
    },
    { what: 'an anchor that is missing', said: { anchors: { ...anchors, missing: [head] } }, isWhole: false },
    { what: 'nothing outside of the tables to prove it', said: { provedThrough: 0 }, isWhole: false },
    {
      what: 'no link yet',
      said: { provedThrough: 0, chain: { kind: 'whole', links: 0, head: undefined } },
      isWhole: true,
    },
  ])('with $what is whole: $isWhole', ({ said, isWhole }) => {
    expect(verificationDocument({ ...whole, ...said }).whole).toBe(isWhole);
  });

  test('that is broken says where and why, and has no head', () => {
    const chain = { kind: 'broken', links: 3, seq: 4, reason: 'head-differs' } as const;

    expect(verificationDocument({ ...whole, chain })).toMatchObject({
      whole: false,
      links: 3,
      head: null,
      broken: { seq: 4, reason: 'head-differs' },
    });
    expect(verificationDocument({ ...whole, chain: { kind: 'whole', links: 0, head: undefined } }).head).toBeNull();
  });
});
