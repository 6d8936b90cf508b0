import { describe, expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import { isInAlarm } from '../../../../shared/notifications/conditions/condition-state.ts';
import type { ConditionNotification } from '../../../../shared/notifications/notification.ts';
import type { StopObservation, StopsSeen } from '../../../../shared/notifications/stops/stop-condition.ts';
import { ada, aUse, march, onEnforcementRun, play, routing } from '../observed.ts';

const web = { kind: 'team', name: 'web' } as const;
const bob = { userId: 'u-bob', email: 'bob@example.com' };
const quarter = windowAt('quarter', '2026-03-10', { anchorDay: 1 });
const everybody = new Set([ada.userId, bob.userId]);

/** Ada, whom the monthly budget of the team web leaves nothing. */
function aStop(over: Partial<StopFacts> = {}): StopObservation {
  const amounts = { amountCredits: 50_000, usedCredits: 43_000, ownUsedCredits: 9_000, limitCredits: 9_000 };
  return {
    stop: { user: ada, scope: web, window: march, ...amounts, dataThrough: '2026-03-09', ...over },
    owners: ['lead@example.com'],
  };
}

function seen(stopped: readonly StopObservation[], over: Partial<StopsSeen> = {}): StopsSeen {
  const ids = new Set(stopped.map(({ stop }) => stop.user.userId));
  const freed = new Map([...everybody].filter((id) => !ids.has(id)).map((id) => [id, 300] as const));
  return { stopped, freed, people: everybody, isByHand: false, ...over };
}

/** What each night notifies of, the nights being in a row from the tenth on. */
function nights(...all: readonly StopsSeen[]) {
  const runs = all.map((stops, index) =>
    onEnforcementRun(`2026-03-${10 + index}`, { stops, lookedFor: { stopped: 'all' } }),
  );
  return play(runs).told.map((notifications) => notifications.map(brief));
}

function brief({ event, recipient }: ConditionNotification): string {
  return `${event.kind} ${recipient}`;
}

const adaStopped = 'person-stopped ada@example.com';
const others = ['condition-raised admin@example.com', 'condition-raised lead@example.com'];
const all = [adaStopped, ...others];

describe('somebody who is stopped', () => {
  test('is notified once, and their owners and admins with them', () => {
    expect(nights(seen([aStop()]), seen([aStop()]), seen([aStop({ usedCredits: 44_000 })]))).toEqual([all, [], []]);
  });

  test('is not notified of credits that come and go as a pool is divided again', () => {
    expect(nights(seen([aStop()]), seen([]), seen([aStop()]))).toEqual([all, [], []]);
  });

  test('is notified that they may go on when somebody did it, and then also that they are stopped again', () => {
    expect(nights(seen([aStop()]), seen([], { isByHand: true }), seen([aStop()]))).toEqual([
      all,
      ['person-freed ada@example.com'],
      all,
    ]);
  });

  test('is notified when a higher amount is used up too', () => {
    expect(nights(seen([aStop()]), seen([]), seen([aStop({ amountCredits: 60_000, usedCredits: 60_000 })]))).toEqual([
      all,
      [],
      all,
    ]);
  });

  test('is not notified again where a higher amount covers less than what was used: it is the same stop', () => {
    const over = { amountCredits: 50_000, usedCredits: 90_000 };

    expect(nights(seen([aStop(over)]), seen([aStop({ ...over, amountCredits: 60_000 })]))).toEqual([all, []]);
    expect(nights(seen([aStop(over)]), seen([aStop({ amountCredits: 95_000, usedCredits: 95_000 })]))).toEqual([
      all,
      all,
    ]);
  });

  test('hears of another cause only when it lasts longer than what they were notified of', () => {
    const own = { scope: { kind: 'user', email: ada.email } } as const;

    expect(nights(seen([aStop()]), seen([aStop(own)]), seen([aStop({ window: quarter, scope: web })]))).toEqual([
      all,
      [],
      [],
    ]);
    const later = { window: { ...quarter, through: '2026-06-30' }, scope: { kind: 'org' } } as const;
    expect(nights(seen([aStop()]), seen([aStop(later)]))).toEqual([all, all]);
  });

  test('whose own budget has credits again before it resets is notified', () => {
    const own = { scope: { kind: 'user', email: ada.email } } as const;

    expect(nights(seen([aStop(own)]), seen([]))).toEqual([all, ['person-freed ada@example.com']]);
  });

  test('is not notified again when a pool gets more that is reserved for somebody else', () => {
    const pool = { scope: { kind: 'team', name: 'web' }, amountCredits: 1_000, usedCredits: 1_000 } as const;
    const [more, usedUp] = [1_300, 1_600].map((amountCredits) => ({ ...pool, amountCredits }));

    const told = nights(seen([aStop(pool)]), seen([aStop(more)]), seen([aStop({ ...usedUp, usedCredits: 1_600 })]));

    expect(told).toEqual([all, [], all]);
  });

  test('and may use nothing at all is notified once, not every month', () => {
    const none = { scope: { kind: 'default' }, amountCredits: 0, usedCredits: 0 } as const;
    const april = windowAt('month', '2026-04-01', { anchorDay: 1 });

    expect(nights(seen([aStop(none)]), seen([aStop({ ...none, window: april })]))).toEqual([all, []]);
  });

  test('stays stopped while a run knows neither', () => {
    const nothingKnown = seen([], { freed: new Map() });

    expect(nights(seen([aStop()]), nothingKnown, seen([], { isByHand: true })).at(-1)).toEqual([
      'person-freed ada@example.com',
    ]);
  });

  test('and has left the roster hears nothing more', () => {
    const gone = seen([], { people: new Set([bob.userId]), isByHand: true });

    expect(nights(seen([aStop()]), gone)).toEqual([all, []]);
  });
});

describe('owners and admins', () => {
  test('hear of a budget again when it stops somebody else, by name', () => {
    const bobToo = aStop({ user: bob });
    const runs = [seen([aStop()]), seen([aStop(), bobToo])].map((stops, index) =>
      onEnforcementRun(`2026-03-${10 + index}`, { stops, lookedFor: { stopped: 'all' } }),
    );

    const { told, states } = play(runs);

    const [, second = []] = told;
    const [forLead] = second.filter(({ recipient }) => recipient === 'lead@example.com');
    const headline = forLead !== undefined && 'observation' in forLead.event ? forLead.event.observation.headline : '';
    expect(headline).toContain('bob@example.com');
    expect(headline).toContain('2 in all');
    expect(headline).not.toContain('ada@example.com');
    const standing = states.flatMap((state) => (state.kind === 'observed' ? [state.observation.headline] : []));
    expect(standing).toHaveLength(1);
    expect(standing[0]).toMatch(/2 people.*ada@example.com, bob@example.com/u);
  });

  test('read who cannot be notified, since mail does not reach them', () => {
    const unreachable = { ...routing, unreachable: new Set(['ada@example.com']) };

    const { told } = play([onEnforcementRun('2026-03-10', { stops: seen([aStop()]) })], unreachable);

    const [first = []] = told;
    expect(first.map(brief)).toEqual(others);
    const [{ event } = { event: undefined }] = first;
    const details = event !== undefined && 'observation' in event ? event.observation.details.join('\n') : '';
    expect(details).toMatch(/not reach ada@example\.com/u);
  });

  test('find one condition for a budget that stops people, and none beside it for what each has used', () => {
    const use = { ...aUse({ usedCredits: 1_000 }), thresholds: [50, 100] };
    const own = aStop({ scope: { kind: 'user', email: ada.email } });
    const run = onEnforcementRun('2026-03-10', { uses: [use], stops: seen([own]), lookedFor: { stopped: 'all' } });

    const { states } = play([run]);

    expect(states.filter(isInAlarm).map(({ kind }) => kind)).toEqual(['observed']);
  });

  test('see the condition end when nobody is stopped any more', () => {
    const runs = [seen([aStop()]), seen([])].map((stops, index) =>
      onEnforcementRun(`2026-03-${10 + index}`, { stops, lookedFor: { stopped: 'all' } }),
    );

    const { states } = play(runs);

    expect(states.map((state) => ('phase' in state ? state.phase : ''))).toEqual(['resolved', 'resolved']);
  });
});

test('owners and admins read until when a budget stops somebody, and of a budget of 0 that no day ends it', () => {
  const headlineOf = (over: Partial<StopFacts>) =>
    play([onEnforcementRun('2026-03-10', { stops: seen([aStop(over)]), lookedFor: { stopped: 'all' } })])
      .told.flat()
      .flatMap(({ event }) => (event.kind === 'condition-raised' ? [event.observation] : []))[0];

  expect(headlineOf({})).toMatchObject({ headline: expect.stringMatching(/by the monthly .* until 1 Apr/u) });
  const none = headlineOf({ amountCredits: 0 });
  expect(none).toMatchObject({ headline: expect.stringMatching(/stopped: the monthly .* is 0/u) });
  expect(none?.details.join()).not.toContain('2026-04-01');
  const own = { kind: 'user', email: ada.email } as const;
  expect(headlineOf({ scope: own, amountCredits: 0 })).toMatchObject({ headline: expect.stringMatching(/ is 0$/u) });
});

test('of several people whom a budget for each of them stops, the figures name whose they are', () => {
  const base = { window: march, scope: { kind: 'default' } } as const;
  const stops = seen([aStop(base), aStop({ ...base, user: bob, usedCredits: 51_000 })]);

  const { told } = play([onEnforcementRun('2026-03-10', { stops, lookedFor: { stopped: 'all' } })]);

  const details = (told[0] ?? []).flatMap(({ event }) =>
    event.kind === 'condition-raised' ? event.observation.details : [],
  );
  expect(details).toContainEqual(expect.stringMatching(/^ada@example\.com: 43,000 of 50,000/u));
});
