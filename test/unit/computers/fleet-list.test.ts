import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { withReading, type ComputerRecord } from '../../../shared/computers/computer-record.ts';
import { decideComputer } from '../../../shared/computers/decide-computer.ts';
import { desiredFleet, readingOrder, findUnlisted } from '../../../shared/computers/desired-fleet.ts';
import { writtenOut } from '../../../shared/computers/fleet-entry.ts';
import { planComputers } from '../../../shared/computers/plan-computers.ts';
import { aComputer, anEntry, aRecord, decidedWith, minutesFrom, noon } from '../../support/computers.ts';

describe('a pattern', () => {
  test.each([
    ['builder', ['builder']],
    ['b-[08-10]', ['b-08', 'b-09', 'b-10']],
    ['b-[9-11]-x', ['b-9-x', 'b-10-x', 'b-11-x']],
    ['odd [name', ['odd [name']],
  ])('%s stands for %j', (name, names) => {
    expect(writtenOut(name)).toEqual({ kind: 'names', names });
  });

  test.each(['b-[10-9]', 'b-[0-1000]', 'x'.repeat(64), ''])('%s is refused', (name) => {
    expect(writtenOut(name).kind).toBe('refused');
  });
});

test('a name beats a pattern, and computers with several entries are named', () => {
  const fleet = desiredFleet([anEntry({ name: 'b-[1-2]' }), anEntry({ name: 'b-1', owner: 'ann@acme.example' })]);

  expect(fleet.computers.map(({ name, entry }) => [name, entry.name])).toEqual([
    ['b-1', 'b-1'],
    ['b-2', 'b-[1-2]'],
  ]);
  expect(fleet.doubles).toEqual([{ name: 'b-1', entries: ['b-1', 'b-[1-2]'] }]);
});

test('past a thousand computers nothing is watched, and how many that leaves out is known', () => {
  const fleet = desiredFleet([anEntry({ name: 'a-[1-900]' }), anEntry({ name: 'b-[1-900]' })]);

  expect([fleet.computers.length, fleet.leftOut]).toEqual([1_000, 800]);
});

test('every computer is read within a few runs, however many are on the move', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 60 }),
      (count, readsPerRun, moving) => {
        const { computers } = desiredFleet([anEntry({ name: `c-[1-${count}]` })]);
        const records = new Map<string, ComputerRecord>();
        const runs = Math.ceil(count / Math.ceil(readsPerRun / 4)) + 1;
        for (let run = 0; run < runs; run += 1) {
          const chosen = readingOrder(computers, records, readsPerRun);
          expect(chosen.length).toBe(Math.min(count, readsPerRun));
          chosen.forEach(({ name }) => {
            const status = Number(name.slice(2)) <= moving ? 'provisioning' : 'active';
            const before = records.get(name) ?? { name, attempts: [] };
            records.set(
              name,
              withReading(
                before,
                { kind: 'found', computer: aComputer({ name, status }) },
                minutesFrom(noon, run * 15),
              ),
            );
          });
        }
        expect(records.size).toBe(count);
      },
    ),
    { numRuns: 40 },
  );
});

test('those on which something moves are read first', () => {
  const { computers } = desiredFleet([anEntry({ name: 'c-[1-9]' })]);
  const records = new Map(
    computers.map(({ name }) => [
      name,
      aRecord({ name, found: aComputer({ name, status: name === 'c-9' ? 'error' : 'active' }) }),
    ]),
  );

  expect(readingOrder(computers, records, 2)[0]?.name).toBe('c-9');
});

describe('a run', () => {
  const decisions = (count: number, isKnown: boolean) =>
    desiredFleet([anEntry({ name: `c-[1-${count}]` })]).computers.map((desired) =>
      decideComputer(
        desired,
        aRecord({ name: desired.name, ...(isKnown && { found: aComputer(), goneSince: minutesFrom(noon, -60) }) }),
        decidedWith(),
      ),
    );

  test('creates no more computers than the settings say; the others wait for the next', () => {
    const plan = planComputers(decisions(5, false), 2);

    expect(plan.decisions.map(({ next }) => next.kind)).toEqual(['act', 'act', 'wait', 'wait', 'wait']);
  });

  test('creates nothing by itself when most known computers are gone at once', () => {
    const plan = planComputers(decisions(3, true), 10);

    expect(plan.creationHeld).toContain('no longer shows 3 of 3');
    expect(plan.decisions.every(({ next }) => next.kind === 'act' && next.allowedBy === 'nobody')).toBe(true);
    expect(planComputers(decisions(2, true), 10).creationHeld).toBeUndefined();
  });
});

test('computers with sessions that no listed one is known by are named, those with most sessions first', () => {
  const records = [aRecord({ found: aComputer({ id: 'c-1' }) }), aRecord({ name: 'other' })];
  const counts = new Map([
    ['c-1', 9],
    ['c-2', 1],
    ['c-3', 4],
  ]);

  expect(findUnlisted(counts, records)).toEqual([
    { computerId: 'c-3', sessions: 4 },
    { computerId: 'c-2', sessions: 1 },
  ]);
});
