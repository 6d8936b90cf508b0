import { expect, test } from 'vitest';

import { acceptancesIn } from '../../../shared/evidence/acceptance.ts';
import type { Link } from '../../../shared/evidence/chain.ts';
import type { EvidencedStep } from '../../../shared/evidence/evidenced-step.ts';
import { revertOf, statusOf } from '../../../shared/evidence/export/change-row.ts';
import type { RecordedChange } from '../../../shared/evidence/recorded-change.ts';
import { aChain } from '../../support/evidence-chains.ts';
import { aRecordedChange, aStep } from '../../support/evidence-records.ts';

const until = '2026-04-01T00:00:00Z';
const change = aRecordedChange();

function accepting(entry: Partial<Pick<Link, 'at' | 'body' | 'kind'>>) {
  const find = acceptancesIn(aChain(entry));
  return (step: Partial<EvidencedStep> = {}, of: RecordedChange = change) =>
    find({ step: aStep(step), change: of, until }).map(({ kind, by }) => `${kind} ${by}`);
}

const acknowledged = (at: string) =>
  ({ kind: 'acknowledged', at, body: { subject: 'revision/1/2', by: 'bob', at, reason: 'planned' } }) as const;

test('an acknowledgement counts for what the revision said by then, and not for what it says since', () => {
  const found = accepting(acknowledged('2026-03-20T00:00:00Z'));

  expect(found()).toEqual(['acknowledged bob']);
  expect(found({ place: { seq: 9, hash: '', recordedAt: '2026-03-21T00:00:00Z' } })).toEqual([]);
  expect(found({ revision: 3 })).toEqual([]);
});

test.each([
  { pattern: 'sandbox', from: '2026-03-01T00:00:00Z', expires: '2026-03-20T00:00:00Z', due: ['exception carol'] },
  { pattern: 'sandbox', from: '2026-03-01T00:00:00Z', expires: '2026-03-10T00:00:00Z', due: [] },
  { pattern: 'sandbox', from: '2026-04-02T00:00:00Z', expires: '2026-05-01T00:00:00Z', due: [] },
  { pattern: 'mcpPolicy', from: '2026-03-01T00:00:00Z', expires: '2026-03-20T00:00:00Z', due: [] },
])('an exception for $pattern from $from to $expires accepts a change of 14 March: $due', ({ due, ...terms }) => {
  const body = { ...terms, exceptionId: 'e', createdBy: 'carol', createdAt: terms.from, ticket: 'S-1' };

  expect(accepting({ kind: 'exception', body })()).toEqual(due);
});

test('a change that was made under an announcement is accepted by whoever announced it', () => {
  const body = { announcementId: 'a', createdBy: 'dan', createdAt: '2026-03-01T00:00:00Z', ticket: 'C-1', note: 'n' };
  const found = accepting({ kind: 'announced', body });

  expect(found({}, { ...change, announced: { id: 'a', ticket: 'C-1' } })).toEqual(['announced dan']);
  expect(found({}, change)).toEqual([]);
});

test.each<[string, readonly [Partial<RecordedChange>, Partial<RecordedChange>], boolean]>([
  [
    'is as before',
    [
      { before: 'true', after: 'false' },
      { before: 'false', after: 'true' },
    ],
    true,
  ],
  ['is unset as before', [{ after: 'true' }, { before: 'true' }], true],
  [
    'goes on',
    [
      { before: '1', after: '2' },
      { before: '2', after: '3' },
    ],
    false,
  ],
  ['loses all that was added', [{ added: ['a', 'b'] }, { removed: ['b', 'a', 'c'] }], true],
  ['loses a part of what was added', [{ added: ['a', 'b'] }, { removed: ['b'] }], false],
  ['gets back what was removed', [{ removed: ['a'] }, { added: ['a'] }], true],
  [
    'is another',
    [
      { before: 'true', after: 'false' },
      { path: 'other', after: 'true' },
    ],
    false,
  ],
  ['goes with its entry', [{ path: 'models[id=a].url' }, { path: 'models[id=a]', before: '{}' }], true],
])('a field that %s later is reverted or not', (_, [loosened, later], isReverted) => {
  const { before: _before, ...plain } = change;
  const step = aStep({ revision: 3, changes: [{ ...plain, direction: 'changed', ...later }] });

  expect(revertOf({ ...plain, ...loosened }, [step])).toBe(isReverted ? step : undefined);
});

test('a loosening without an effect has no status, and one whose exception ran out is open', () => {
  const [reverted, at] = [undefined, until];
  const ended = { kind: 'exception', by: 'c', at: '', until: '2026-03-20T00:00:00Z', link: 1 } as const;

  expect(statusOf({ ...change, quiet: 'dormant' }, { reverted, acceptances: [], at })).toBeUndefined();
  expect(statusOf(change, { reverted, acceptances: [ended], at })).toBe('open');
  expect(statusOf(change, { reverted, acceptances: [{ ...ended, until: '2026-05-01T00:00:00Z' }], at })).toBe(
    'accepted',
  );
});
