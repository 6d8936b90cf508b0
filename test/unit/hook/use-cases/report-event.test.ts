import { beforeEach, describe, expect, test } from 'vitest';

import { memoryLedgerStore, memoryLimitStore, memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { hookTokenText } from '../../../../shared/hook/hook-token.ts';
import { memoryHintStore, memoryHookTokenStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { makeToken, revokeHookToken, tokensOf } from '../../../../shared/hook/use-cases/connect-hook.ts';
import { eventReporter } from '../../../../shared/hook/use-cases/report-event.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import type { Day } from '../../../../shared/kernel/time/day.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { partOf } from '../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const minuteMs = 60_000;
const text = hookTokenText('t'.repeat(43));
const stop = { event: 'Stop', sessionId: 's-1' } as const;

/** Ann, who has a limit of 1,000, and a token. */
async function anIntake() {
  const clock = { ms: nowMs, now: () => clock.ms };
  const atWork: string[] = [];
  const stores = {
    clock,
    hookTokens: memoryHookTokenStore(memoryJournal()),
    hints: memoryHintStore(),
    limits: memoryLimitStore(),
    ledger: memoryLedgerStore(),
    live: memoryLiveStore(),
  };
  await makeToken(stores, { userId: 'ann', email: 'ann@acme.example' }, text);
  await stores.limits.put([aConfirmedLimit('ann', 1_000)], 0);
  const settings = { platformWindowAnchorDay: 1, unlimitedCredits: 1_000_000 };
  const onAtWork = async (userId: string) => Promise.resolve(void atWork.push(userId));
  return { ...stores, atWork, report: eventReporter({ ...stores, onAtWork }, () => settings) };
}

type Intake = Awaited<ReturnType<typeof anIntake>>;

let intake: Intake;

beforeEach(async () => {
  intake = await anIntake();
});

async function used(day: Day, credits: number, status: 'complete' | 'suspect' = 'complete'): Promise<void> {
  await intake.ledger.putDay(aLedgerDay({ day, status }));
  await intake.ledger.putRows(day, [
    { userId: 'ann', credits, email: null },
    { userId: 'bob', credits: 9_000, email: null },
  ]);
}

async function left() {
  const outcome = await intake.report(text, stop);
  return outcome.kind === 'reported' ? outcome.left : undefined;
}

describe('what somebody has left', () => {
  test('is their limit without what they used in the platform window', async () => {
    await used('2026-02-28', 5_000);
    await used('2026-03-02', 100);
    await used('2026-03-14', 20);

    expect(await left()).toEqual({
      leftCredits: 880,
      limitCredits: 1_000,
      resetsOn: '2026-04-01',
      through: '2026-03-14',
    });
  });

  test('is known through the last day that is complete', async () => {
    await used('2026-03-13', 100);
    await used('2026-03-14', 20, 'suspect');

    expect(await left()).toMatchObject({ through: '2026-03-13' });
  });

  test('is not known through any day before there is one, and then what was seen counts from the window’s start', async () => {
    await intake.live.putUsageSamples([
      { userId: 'ann', at: '2026-03-15T00:00:00.000Z', days: [{ day: '2026-03-02', credits: 50 }] },
    ]);

    const found = await left();

    expect(found).toMatchObject({ leftCredits: 950, seenCredits: 50, through: undefined });
  });

  test('counts of what was seen only days that are not known', async () => {
    await used('2026-03-10', 100);
    const days = [
      { day: '2026-03-10', credits: 90 },
      { day: '2026-03-11', credits: 30 },
    ];
    await intake.live.putUsageSamples([{ userId: 'ann', at: '2026-03-15T00:00:00.000Z', days }]);

    expect(await left()).toMatchObject({ leftCredits: 870, seenCredits: 30 });
  });

  test('is kept for half a minute, and what is known for ten, unless a new day is', async () => {
    await used('2026-03-13', 100);
    expect(await left()).toMatchObject({ leftCredits: 900 });
    await intake.limits.put([aConfirmedLimit('ann', 2_000)], 0);
    await used('2026-03-13', 300);

    intake.clock.ms += 29_000;
    expect(await left()).toMatchObject({ leftCredits: 900 });
    intake.clock.ms += 1_000;
    expect(await left()).toMatchObject({ leftCredits: 1_900 });
    intake.clock.ms += 9 * minuteMs;
    expect(await left()).toMatchObject({ leftCredits: 1_900 });
    intake.clock.ms += minuteMs;
    expect(await left()).toMatchObject({ leftCredits: 1_700 });
  });
});

describe('an event', () => {
  test('of somebody who goes on working says so once it is recorded', async () => {
    await intake.report(text, stop);

    expect(intake.atWork).toEqual(['ann']);
    expect(await intake.hints.listSince(0)).toEqual([{ userId: 'ann', sessionId: 's-1', event: 'Stop', atMs: nowMs }]);
  });

  test('that ends a session is recorded, and nobody is at work by it; a test is not recorded', async () => {
    await intake.report(text, { event: 'SessionEnd', sessionId: 's-1' });
    expect(await intake.report(text, { event: 'test' })).toMatchObject({ kind: 'reported' });

    expect(intake.atWork).toEqual([]);
    expect((await intake.hints.listSince(0)).map(({ event }) => event)).toEqual(['SessionEnd']);
  });

  test('under a text that is no token is refused without a look at the tokens', async () => {
    const asked: string[] = [];
    const hookTokens = { find: async (id: string) => Promise.resolve(void asked.push(id)) };
    const report = eventReporter({ ...intake, hookTokens: partOf(hookTokens) }, () => ({
      platformWindowAnchorDay: 1,
      unlimitedCredits: 1,
    }));

    expect(await report('no token', stop)).toEqual({ kind: 'unknown-token' });
    expect(asked).toEqual([]);
  });

  test('under a token that was revoked is refused after twenty seconds at the latest', async () => {
    await intake.report(text, stop);
    const [token] = await tokensOf(intake, 'ann');
    await revokeHookToken(intake, token ?? ({} as never), { name: 'ada', at: '2026-03-15T10:20:00.000Z' });

    intake.clock.ms += 20_000;

    expect(await intake.report(text, stop)).toEqual({ kind: 'unknown-token' });
  });
});
