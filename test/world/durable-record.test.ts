import { expect, test } from 'vitest';

import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { aStillWorld, night, runDurably, type DurableTerms } from './durable-world.ts';
import { instantOf, runEnforcement, setBudgets, type EnforcementWorld } from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { largeOrganization } from './scenarios.ts';
import { inTurn } from './sudden-end.ts';

/* A run tells of itself what it really did, in however many processes it was done. */

/** Somebody is past a line, so that mails are owed; three PUTs, of which rows of the first are refused. */
async function aWorld(people = 205, amount = 800): Promise<EnforcementWorld> {
  const world = aStillWorld(largeOrganization(people));
  await runEnforcement(world, '2026-01-17');
  setBudgets(world, [{ scope: 'default', window: 'month', amount }]);
  return world;
}

const refusingOne: DurableTerms['alter'] = (ports) => ({
  ...ports,
  limitWriter: {
    async setLimits(entries) {
      const outcome = await ports.limitWriter.setLimits(entries);
      return outcome.kind === 'answered'
        ? {
            ...outcome,
            rows: outcome.rows.map((row, index) =>
              entries[index]?.email === 'person-7@acme.example' ? { kind: 'failed', problem: 'not today' } : row,
            ),
          }
        : outcome;
    },
  },
});

/** All that a run left of itself, without wall-clock instants. */
async function recordOf({ stores, sender }: EnforcementWorld, outcome: unknown) {
  const run = await stores.runs.find(`night-${night}`);
  const entries = await stores.journal.list({ from: night, through: night }, 10_000);
  return {
    outcome,
    stored: run?.outcome,
    at: run?.at,
    startedAt: run?.startedAt,
    ofRun: entries
      .filter(({ runId }) => runId === `night-${night}`)
      .map(factOf)
      .toSorted(),
    mails: sender.delivered().map(({ mailId, text }) => ({ mailId, text })),
  };
}

function factOf({ kind, subject, detail }: JournalEntry): string {
  return JSON.stringify([kind, subject, detail]);
}

test(
  'a night that is killed at any effect counts what it did as one that was not',
  { timeout: 3 * roundsTimeoutMs },
  async () => {
    const few = async () => aWorld(12, 20);
    const undisturbed = await few();
    const { effects } = await runDurably(undisturbed);
    const expected = (await undisturbed.stores.runs.find(`night-${night}`))?.outcome;
    expect(expected?.alerts).toBeGreaterThan(2);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of inTurn(['before', 'after-unheard'] as const, effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await few();
        const { result } = await runDurably(world, { stop: { effect, disturbance } });

        const stored = (await world.stores.runs.find(`night-${night}`))?.outcome;
        expect({ label, result, stored }).toEqual({ label, result: expected, stored: expected });
      }
    }
  },
);

test(
  'a night that is killed at any checkpoint leaves the record, journal and mails of one that was not',
  { timeout: 3 * roundsTimeoutMs },
  async () => {
    const undisturbed = await aWorld();
    const { checkpoints, result } = await runDurably(undisturbed, { alter: refusingOne });
    const expected = await recordOf(undisturbed, result);
    expect(result).toMatchObject({ capsFailed: 1, status: 'partial' });
    expect(result.capsChanged).toBeGreaterThan(100);
    expect(result.alerts).toBeGreaterThan(0);
    expect(expected.startedAt).toBe(new Date(instantOf(night)).toISOString());

    for (let checkpoint = 1; checkpoint <= checkpoints; checkpoint += 1) {
      for (const when of inTurn(['before', 'after'] as const, checkpoint)) {
        const label = `${when} checkpoint ${checkpoint}`;
        const world = await aWorld();
        const { result: ended } = await runDurably(world, { alter: refusingOne, kill: { checkpoint, when } });

        expect({ label, ...(await recordOf(world, ended)) }).toEqual({ label, ...expected });
      }
    }
  },
);
