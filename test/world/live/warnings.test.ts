import { expect, test } from 'vitest';

import { daysOf, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { LiveTerms } from '../../../shared/live/live-status.ts';
import { isInAlarm } from '../../../shared/notifications/conditions/condition-state.ts';
import type { BudgetRow } from '../budget-oracle.ts';
import { hourMs } from '../virtual-clock.ts';
import { aLiveWorld, beforeMidnight, liveDay, liveOn, look, night, type LiveWorld } from './live-world.ts';

const ann = 'ann@acme.example';
const bob = 'bob@acme.example';
const lead = 'lead@acme.example';
const admin = 'admin@acme.example';
const monday: Day = '2026-02-02';
const shadow: LiveTerms = { ...liveOn, mode: 'shadow' };

/** Two people who use 2,400 credits a day, a hundred an hour. */
function aWorld(budget: BudgetRow, terms = shadow): LiveWorld {
  const members = [ann, bob].map((email) => ({ userId: `u-${email.slice(0, 3)}`, email, demand: [2_400] }));
  return aLiveWorld({ members, budgets: [budget], admins: [admin] }, terms);
}

/** A look every hour of some days, and each night. */
async function hourly(world: LiveWorld, from: Day, through: Day): Promise<void> {
  for (const day of daysOf({ from, through })) {
    for (let hour = 0; hour < 24; hour += 1) {
      if (hour === 2) {
        await night(world, day);
      }
      world.clock.moveTo(startOfDayMs(day) + hour * hourMs + 50 * 60_000);
      await look(world);
    }
  }
}

/** Nights enough for everybody to have a limit, without any look. */
async function nights(world: LiveWorld): Promise<void> {
  for (const day of daysOf({ from: '2026-01-30', through: '2026-02-01' })) {
    await night(world, day);
  }
}

async function subjectsTo(world: LiveWorld, recipient: string): Promise<readonly string[]> {
  const { outbox } = world.stores;
  const mails = await Promise.all(outbox.writtenMailIds().map(async (mailId) => outbox.find(mailId)));
  return mails.flatMap((found) => (found?.mail.to === recipient ? [found.mail.subject] : []));
}

/** What the mails to somebody that are not of the first days say, figures left out. */
async function warningsTo(world: LiveWorld, recipient: string): Promise<readonly string[]> {
  const subjects = await subjectsTo(world, recipient);
  return subjects.map((subject) => subject.replace('Curfew: ', '').replaceAll(/[\d,]+/gu, 'N'));
}

const near = 'You will be stopped when your daily budget is used up: about N credits left (provisional)';
const atEnd = 'You will be stopped within about an hour: about N credits left of your daily budget (provisional)';

test('who is seen is warned in the hour, once a threshold and day, and the night repeats nothing of it', async () => {
  const world = aWorld({ scope: 'default', window: 'day', amount: 1_500, owners: [lead] });
  world.hooked = new Set(['u-ann']);
  await nights(world);
  const before = await warningsTo(world, ann);
  await hourly(world, monday, '2026-02-03');
  await night(world, '2026-02-04');

  const [toAnn, toBob, toLead] = [
    await warningsTo(world, ann),
    await warningsTo(world, bob),
    await subjectsTo(world, lead),
  ];
  expect(toAnn.slice(before.length)).toEqual([
    // Of Sunday, on which nobody looked.
    expect.stringMatching(/^You used N % .*daily budget that ended/u),
    near,
    atEnd,
    near,
    atEnd,
  ]);
  // Of whom nothing is seen, the ledger alone says anything.
  expect(toBob.filter((subject) => subject.includes('provisional'))).toEqual([]);
  const ofAnn = toLead.filter((subject) => subject.includes(ann) && subject.includes('provisional'));
  expect(ofAnn.map((subject) => /used about|will be stopped when/u.exec(subject)?.[0])).toEqual([
    'used about',
    'will be stopped when',
    'used about',
    'will be stopped when',
  ]);
  expect((await world.stores.alerts.read('limits', [])).filter(isInAlarm)).toEqual([]);
});

test('whom their part of a pool will not last is notified once a window, in the hour', async () => {
  const world = aWorld({ scope: 'org', window: 'week', amount: 10_000 });
  await nights(world);
  await hourly(world, monday, '2026-02-05');

  const soon = (await warningsTo(world, ann)).filter((subject) => subject.includes('within about an hour'));
  expect(soon).toEqual([
    expect.stringMatching(/^You .* an hour: about N credits .*weekly budget of the organization.* \(provisional\)$/u),
  ]);
  const entries = await world.stores.journal.list({ from: '2026-02-02', through: '2026-02-05' }, 10_000);
  const provisional = entries.filter(({ kind, detail }) => kind === 'alert-told' && detail?.['provisional'] === true);
  expect(provisional.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'use/budget/org/week/2026-02-02/',
      'use/share/org/week/2026-02-02/u-ann',
      'use/share/org/week/2026-02-02/u-bob',
    ]),
  );
});

test('whom the look itself gives enough is not warned', async () => {
  // Each works much on a day of their own, which no night can know.
  const members = Array.from({ length: 7 }, (_, index) => ({
    userId: `u-${index}`,
    email: `person-${index}@acme.example`,
    demand: Array.from({ length: 28 }, (_each, day) => (day % 7 === index ? 2_400 : day % 3 === 0 ? 24 : 0)),
  }));
  const told = async (mode: LiveTerms['mode']) => {
    const budgets = [{ scope: 'org', window: 'week', amount: 12_000 }];
    const world = aLiveWorld({ members, budgets, admins: [admin] }, { ...liveOn, mode });
    for (const day of daysOf({ from: '2026-01-29', through: '2026-02-01' })) {
      await liveDay(world, day, beforeMidnight);
    }
    await hourly(world, '2026-02-02', '2026-02-05');
    const entries = await world.stores.journal.list({ from: '2026-02-02', through: '2026-02-05' }, 10_000);
    const warned = entries.flatMap(({ kind, subject = '', runId }) =>
      kind === 'alert-told' && subject.startsWith('use/share/') ? [`${runId} ${subject.split('/').at(-1)}`] : [],
    );
    const given = entries.flatMap(({ kind, subject, runId = '' }) =>
      kind === 'cap-changed' && runId.startsWith('live-') ? [`${runId} ${subject}`] : [],
    );
    return { warned, given };
  };

  const [inShadow, whenOn] = [await told('shadow'), await told('on')];
  expect(whenOn.warned.length).toBeLessThan(inShadow.warned.length);
  expect(whenOn.given.length).toBeGreaterThan(0);
  expect(whenOn.warned.filter((each) => whenOn.given.includes(each))).toEqual([]);
});

test('a look that is stopped before its warnings are kept is made up for by the next, and nobody is notified twice', async () => {
  const world = aWorld({ scope: 'default', window: 'day', amount: 1_500, owners: [lead] });
  await nights(world);
  await night(world, monday);
  world.clock.moveTo(`${monday}T01:50:00Z`);
  await look(world);
  const told = await subjectsTo(world, ann);
  const ends: string[] = [];
  for (const [index, hour] of [13, 14, 15, 16].entries()) {
    world.clock.moveTo(startOfDayMs(monday) + hour * hourMs + 50 * 60_000);
    const stopped = async () => Promise.reject(new Error('stopped'));
    const disturbed = look(world, ({ alerts, outbox, ...ports }) =>
      index % 2 === 0
        ? { ...ports, outbox, alerts: { ...alerts, put: stopped } }
        : { ...ports, alerts, outbox: { ...outbox, write: stopped } },
    );
    ends.push(...(await Promise.allSettled([disturbed])).map(({ status }) => status));
  }
  await look(world);
  await night(world, '2026-02-03');

  const subjects = (await subjectsTo(world, ann)).slice(told.length).filter((each) => each.includes('provisional'));
  expect(ends).toContain('rejected');
  expect(subjects.length).toBeGreaterThan(0);
  expect(new Set(subjects).size).toBe(subjects.length);
});
