import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { withAttempt, withOutcome, withReading, type Attempt } from '../../../shared/computers/computer-record.ts';
import { decideComputer } from '../../../shared/computers/decide-computer.ts';
import {
  aComputer,
  aFailedInstall,
  anEntry,
  aRecord,
  computerTerms,
  decidedWith,
  minutesFrom,
  noon,
} from '../../support/computers.ts';

const desired = { name: 'builder', entry: anEntry() };
const failed = aComputer({ status: 'error', steps: [aFailedInstall()] });

function attempt(given: Partial<Attempt>): Attempt {
  return { action: 'create', at: noon, cause: 'missing, entry version 1', status: 'unknown', ...given };
}

describe('a missing computer', () => {
  test('is created at once, where Curfew acts', () => {
    const { verdict, next } = decideComputer(desired, aRecord(), decidedWith());

    expect(verdict.kind).toBe('missing');
    expect(next).toMatchObject({ kind: 'act', action: 'create', allowedBy: 'settings' });
  });

  test('is only proposed where Curfew proposes, until somebody approves that very cause', () => {
    const terms = { ...computerTerms, actions: 'propose' } as const;
    const approved = (cause: string) =>
      new Map([['builder', { name: 'builder', action: 'create' as const, cause, by: 'ann', at: noon }]]);
    const nextWith = (cause: string) =>
      decideComputer(desired, aRecord(), decidedWith({ terms, approvals: approved(cause) })).next;

    expect(nextWith('another cause')).toMatchObject({ allowedBy: 'nobody' });
    expect(nextWith('missing, entry version 1')).toMatchObject({ allowedBy: 'approval' });
  });

  test('waits after an attempt, twice as long each time, and is given up after the last', () => {
    const once = aRecord({ attempts: [attempt({ status: 'failed' })] });
    const twice = withAttempt(once, attempt({ at: minutesFrom(noon, 30), status: 'failed' }));
    const thrice = withAttempt(twice, attempt({ at: minutesFrom(noon, 90), status: 'failed' }));
    const nextAt = (record: typeof once, minutes: number) =>
      decideComputer(desired, record, decidedWith({ at: minutesFrom(noon, minutes) })).next;

    expect(nextAt(once, 29).kind).toBe('wait');
    expect(nextAt(once, 30).kind).toBe('act');
    expect(nextAt(twice, 89).kind).toBe('wait');
    expect(nextAt(twice, 90).kind).toBe('act');
    expect(nextAt(thrice, 10_000)).toEqual({ kind: 'give-up', why: 'it was tried 3 times' });
  });

  test('is tried again once its entry in the list changed', () => {
    const tried = ['failed', 'failed', 'failed'].map(() => attempt({ status: 'failed' }));
    const changed = { ...desired, entry: anEntry({ version: 2 }) };

    expect(decideComputer(changed, aRecord({ attempts: tried }), decidedWith()).next.kind).toBe('act');
  });

  test('that was there before is created again only once it stayed away for another run', () => {
    const seen = aRecord({ found: aComputer() });
    const gone = withReading(seen, { kind: 'absent' }, noon);
    const nextAt = (minutes: number) => decideComputer(desired, gone, decidedWith({ at: minutesFrom(noon, minutes) }));

    expect(nextAt(0)).toMatchObject({ verdict: { kind: 'gone' }, next: { kind: 'wait' } });
    expect(nextAt(15).next).toMatchObject({ kind: 'act', action: 'create' });
  });

  test('whose creation lost its answer is not created again once it is found', () => {
    const lost = aRecord({ attempts: [attempt({ status: 'unknown' })] });
    const found = withReading(lost, { kind: 'found', computer: aComputer() }, minutesFrom(noon, 15));

    expect(found.attempts).toMatchObject([{ status: 'done' }]);
    expect(decideComputer(desired, found, decidedWith()).next.kind).toBe('nothing');
  });
});

describe('a computer whose installation failed', () => {
  const record = aRecord({ found: failed });
  const cause = (decideComputer(desired, record, decidedWith()).next as { readonly cause: string }).cause;
  const retried = (status: Attempt['status'], of = cause) =>
    aRecord({ found: failed, attempts: [attempt({ action: 'install-deps', cause: of, status })] });
  const nextAt = (of: typeof record, minutes: number) =>
    decideComputer(desired, of, decidedWith({ at: minutesFrom(noon, minutes) })).next;

  test('has the step retried', () => {
    expect(nextAt(record, 0)).toMatchObject({ kind: 'act', action: 'install-deps' });
  });

  test('is not retried again for the run of the step that was retried already', () => {
    expect(nextAt(retried('done'), 10_000)).toMatchObject({
      kind: 'give-up',
      why: expect.stringContaining('nothing has moved'),
    });
  });

  test('is retried again, after a while, when the answer was lost and the step has not run since', () => {
    expect(nextAt(retried('unknown'), 29).kind).toBe('wait');
    expect(nextAt(retried('unknown'), 30).kind).toBe('act');
  });

  test('is not retried after a lost answer where the platform does not tell runs of the step apart', () => {
    const step = { name: 'install-deps', word: 'failed', error: 'exit code 1' };
    const unmarked = aRecord({ found: aComputer({ status: 'error', steps: [step] }) });
    const first = nextAt(unmarked, 0) as { readonly cause: string };
    const lost = { ...unmarked, attempts: [attempt({ action: 'install-deps', cause: first.cause })] };

    expect(nextAt(lost, 10_000)).toMatchObject({ kind: 'give-up', why: expect.stringContaining('answer') });
  });

  test('is retried for each new run that fails, up to the bound, and again after it was active', () => {
    const tried = [1, 2, 3].map((run) => attempt({ action: 'install-deps', cause: `run ${run}`, status: 'done' }));
    const exhausted = aRecord({ found: failed, attempts: tried });
    const active = withReading(exhausted, { kind: 'found', computer: aComputer() }, noon);
    const again = withReading(active, { kind: 'found', computer: failed }, noon);

    expect(nextAt(exhausted, 10_000).kind).toBe('give-up');
    expect(nextAt(again, 10_000).kind).toBe('act');
  });

  test('at another step is left to people', () => {
    const step = { name: 'clone-repos', error: 'denied', startedAtMs: 1 };
    const other = aRecord({ found: aComputer({ status: 'error', steps: [step] }) });

    expect(decideComputer(desired, other, decidedWith())).toMatchObject({
      verdict: { kind: 'failed', isInstall: false },
      next: { kind: 'nothing' },
    });
  });
});

test('however often it is looked at, whatever the answers and the clock, one cause has one effect at most', () => {
  const moves = fc.record({
    minutes: fc.integer({ min: -60, max: 600 }),
    answer: fc.constantFrom('done', 'lost-and-done', 'lost-and-not-done', 'refused'),
  });
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 40 }), (steps) => {
      let record = aRecord({ found: failed });
      let at = noon;
      const effects: string[] = [];
      for (const { minutes, answer } of steps) {
        at = minutesFrom(at, minutes);
        const { next } = decideComputer(desired, record, decidedWith({ at }));
        if (next.kind !== 'act') {
          continue;
        }
        // The platform took it: the step runs again and fails again, which is another run of it.
        const isTaken = answer === 'done' || answer === 'lost-and-done';
        effects.push(...(isTaken ? [next.cause] : []));
        const status = answer === 'done' ? 'done' : answer === 'refused' ? 'failed' : 'unknown';
        const begun = withAttempt(record, attempt({ action: 'install-deps', at, cause: next.cause }));
        record = withOutcome(begun, { status });
        const startedAtMs = Date.parse(noon) + effects.length;
        const now = isTaken ? aComputer({ status: 'error', steps: [aFailedInstall(5, { startedAtMs })] }) : failed;
        record = effects.length === 0 || isTaken ? withReading(record, { kind: 'found', computer: now }, at) : record;
      }
      expect(new Set(effects).size).toBe(effects.length);
      expect(effects.length).toBeLessThanOrEqual(computerTerms.installRetries);
    }),
    { numRuns: 60 },
  );
});
