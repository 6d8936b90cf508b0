import { describe, expect, test } from 'vitest';

import { emailOf, onTheEmulator, type EdgeTerms, type EdgeWorld } from './edge-world.ts';

/*
 * Edges of the promise at which people come, go and change their names: what the emulator says that it granted in a
 * window, against the amount of the pool. An account keeps its limit under each of its addresses there.
 */

const month = { scope: 'org', window: 'month', amount: 30_000 };
const february = { from: '2026-02-01', through: '2026-02-28' };
const five = ['ana', 'bea', 'cem', 'dot', 'eli'];

function terms(said: Partial<EdgeTerms> = {}): EdgeTerms {
  return { from: '2026-02-13', people: five, budgets: [month], ...said };
}

/** What everybody gets where nothing happens but that people want 400 a day at first, and whatever there is from the 24th on. */
async function grantedWith(
  happen: (world: EdgeWorld) => Promise<void>,
  said: Partial<EdgeTerms> = {},
): Promise<number> {
  return onTheEmulator(terms(said), async (world) => {
    for (const name of five) {
      await world.want(name, { from: '2026-02-14', through: '2026-02-23' }, 400);
    }
    await world.nights({ from: '2026-02-14', through: '2026-02-18' });
    await world.moveTo('2026-02-18T12:00:00Z');
    await happen(world);
    await world.nights({ from: '2026-02-19', through: '2026-02-26' });
    return world.granted(february);
  });
}

test('a member who loses the email counts with the limit in force', async () => {
  const used = await onTheEmulator(terms(), async (world) => {
    // Her limit is as high as everybody’s: nobody works before the 18th, and she does not before the 22nd.
    await Promise.all(five.map(async (name) => world.want(name, { from: '2026-02-14', through: '2026-02-17' }, 0)));
    await world.want('ana', { from: '2026-02-18', through: '2026-02-21' }, 0);
    await world.nights({ from: '2026-02-14', through: '2026-02-17' });
    world.retold = withoutEmail(emailOf('ana'));
    await world.nights({ from: '2026-02-18', through: '2026-02-25' });
    return { all: await world.granted(february), anas: await world.granted(february, ['ana']) };
  });

  expect(used.anas).toBeGreaterThan(1_000);
  expect(used.all).toBeLessThanOrEqual(30_000);
});

test('a member who never had an address or a limit is named, and what they use is given to nobody else', async () => {
  const { said, left } = await onTheEmulator(terms(), async (world) => {
    world.retold = withoutEmail(emailOf('fay'));
    await world.hire('fay');
    const days = { from: '2026-02-14', through: '2026-02-20' };
    await Promise.all(five.map(async (name) => world.want(name, days, 300)));
    await world.want('fay', days, 2_000);
    const words: unknown[] = [];
    const rest: number[] = [];
    for (const [index, day] of ['2026-02-14', '2026-02-15', '2026-02-16', '2026-02-17'].entries()) {
      const { plan } = await world.night(day);
      words.push(...(plan?.shares.pools ?? []).map(({ verdict }) => verdict));
      const limits = [...(await world.limits()).values()].reduce((sum, limit) => sum + limit, 0);
      rest.push(30_000 - limits - 2_000 * index);
    }
    return { said: words, left: rest };
  });

  const word = { kind: 'not-bounded', because: [expect.stringMatching(/^user_/u)], exempt: [] };
  expect(said).toEqual([word, word, word, word]);
  expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
  // What the others have follows the known use of the one whom no limit reaches.
  expect(Math.max(...left)).toBeLessThan(1_000);
});

test('an address that passes from a leaver to a colleague stops nobody while credits are free', async () => {
  const undisturbed = await grantedWith(async () => Promise.resolve());
  const used = await grantedWith(async (world) => {
    await world.leave('ana');
    await takeOver(world, 'heir', 'ana');
  });

  expect(undisturbed).toBeGreaterThan(29_000);
  expect(used).toBeGreaterThan(0.95 * undisturbed);
  expect(used).toBeLessThanOrEqual(30_000);
});

test('accounts that are all made anew get what the old ones would have', async () => {
  const used = await grantedWith(async (world) => {
    for (const name of five) {
      await world.leave(name);
    }
    for (const name of five) {
      await takeOver(world, `new-${name}`, name);
    }
  });

  expect(used).toBeGreaterThan(0.95 * 29_000);
  expect(used).toBeLessThanOrEqual(30_000);
});

test('accounts that are made anew twice between two readings get what the old ones would have', async () => {
  const used = await grantedWith(async (world) => {
    for (const name of five) {
      await world.leave(name);
      await takeOver(world, `new-${name}`, name);
    }
    await world.moveTo('2026-02-18T18:00:00Z');
    for (const name of five) {
      await world.leave(`new-${name}`);
      await takeOver(world, `newer-${name}`, name.toUpperCase());
    }
  });

  expect(used).toBeGreaterThan(0.95 * 29_000);
  expect(used).toBeLessThanOrEqual(30_000);
});

test('accounts made anew over the turn of a week, the first of them unseen, use no more than its pool', async () => {
  const week = { scope: 'org', window: 'week', amount: 10_000 };
  const used = await onTheEmulator(terms({ budgets: [week] }), async (world) => {
    await Promise.all(five.map(async (name) => world.want(name, { from: '2026-02-14', through: '2026-02-20' }, 300)));
    await world.nights({ from: '2026-02-14', through: '2026-02-20' });
    // All of the week before goes to accounts that no reading shows: the last night of it is missed.
    await world.moveTo('2026-02-21T06:00:00Z');
    for (const name of five) {
      await world.leave(name);
      await world.hire(`new-${name}`, undefined, { email: emailOf(name.toUpperCase()), twin: true });
    }
    await world.moveTo('2026-02-22T23:00:00Z');
    for (const name of five) {
      await world.leave(`new-${name}`);
      await world.hire(`newer-${name}`, undefined, {
        email: emailOf(`${name[0]?.toUpperCase()}${name.slice(1)}`),
        twin: true,
      });
      // Before the first night an account has no limit.
      await world.want(`newer-${name}`, { from: '2026-02-23', through: '2026-02-23' }, 0);
    }
    await world.nights({ from: '2026-02-23', through: '2026-03-02' });
    return world.granted({ from: '2026-02-23', through: '2026-03-01' });
  });

  expect(used).toBeGreaterThan(9_500);
  expect(used).toBeLessThanOrEqual(10_000);
});

test('a person who is stopped and renamed stays stopped', async () => {
  const budgets = [
    { scope: 'default', window: 'month', amount: 50_000 },
    { scope: 'user:ana@acme.example', window: 'month', amount: 50 },
  ];
  const anas = await onTheEmulator(terms({ budgets }), async (world) => {
    await world.nights({ from: '2026-02-14', through: '2026-02-16' });
    await world.change('ana', { email: 'ana.new@acme.example' });
    await world.nights({ from: '2026-02-17', through: '2026-02-20' });
    return world.granted(february, ['ana']);
  });

  expect(anas).toBe(50);
});

test('a whole company that is renamed keeps its pool, and what cannot be set under a new address counts', async () => {
  const used = await onTheEmulator(terms(), async (world) => {
    await Promise.all(five.map(async (name) => world.want(name, { from: '2026-02-14', through: '2026-02-17' }, 0)));
    await world.want('ana', { from: '2026-02-18', through: '2026-02-21' }, 0);
    await world.nights({ from: '2026-02-14', through: '2026-02-17' });
    await world.moveTo('2026-02-17T12:00:00Z');
    await Promise.all(five.map(async (name) => world.change(name, { email: `${name}@acme.com` })));
    await world.arm({ match: {}, fault: 'partial-errors', emails: ['ana@acme.com'], times: 100 });
    await world.nights({ from: '2026-02-18', through: '2026-02-25' });
    return { all: await world.granted(february), anas: await world.granted(february, ['ana']) };
  });

  expect(used.anas).toBeGreaterThan(5_000);
  expect(used.all).toBeGreaterThan(29_000);
  expect(used.all).toBeLessThanOrEqual(30_000);
});

test('somebody who is back after months was counted all the time', async () => {
  const used = await onTheEmulator(terms({ from: '2026-01-20' }), async (world) => {
    await Promise.all(five.map(async (name) => world.want(name, { from: '2026-01-21', through: '2026-01-22' }, 0)));
    await world.nights({ from: '2026-01-21', through: '2026-01-22' });
    await world.leave('ana');
    // Every second night, which is all that is needed.
    for (const day of everySecondDay('2026-01-24', 24)) {
      await world.night(day);
    }
    await world.moveTo('2026-03-12T06:00:00Z');
    await world.hire('ana');
    await world.want('ana', { from: '2026-03-12', through: '2026-03-31' });
    await world.nights({ from: '2026-03-13', through: '2026-03-15' });
    const march = { from: '2026-03-01', through: '2026-03-31' };
    return { all: await world.granted(march), anas: await world.granted(march, ['ana']) };
  });

  expect(used.anas).toBeGreaterThan(1_000);
  expect(used.all).toBeGreaterThan(27_000);
  expect(used.all).toBeLessThanOrEqual(30_000);
});

test('an edit whose limit reaches another person, since addresses changed hands, overspends nothing', async () => {
  const own = { scope: 'user:ana@acme.example', window: 'month' };
  const used = await onTheEmulator(terms(), async (world) => {
    await Promise.all(five.map(async (name) => world.want(name, { from: '2026-02-14', through: '2026-02-18' }, 300)));
    await world.nights({ from: '2026-02-14', through: '2026-02-18' });
    await world.moveTo('2026-02-18T09:00:00Z');
    await world.change('ana', { email: 'between@acme.example' });
    await world.change('bea', { email: emailOf('ana') });
    await world.change('ana', { email: emailOf('bea') });
    world.write({ ...own, amount: 2_000 });
    await world.run('2026-02-18T10:00:00Z', { kind: 'edit' });
    const reached = await world.limits();
    await world.nights({ from: '2026-02-19', through: '2026-02-22' });
    return { reached: reached.get(emailOf('ana')), all: await world.granted(february) };
  });

  expect(used.reached).toBe(2_000);
  expect(used.all).toBeGreaterThan(28_000);
  expect(used.all).toBeLessThanOrEqual(30_000);
});

test('who keeps an own limit and comes to an address where a higher one waits is not raised while limits allow more than the pool', async () => {
  const budgets = [month, { scope: 'user:ana@acme.example', window: 'month', amount: 1_000 }];
  const seen = await onTheEmulator(terms({ budgets }), async (world) => {
    for (const name of five) {
      await world.want(name, { from: '2026-02-14', through: '2026-02-19' }, 10);
    }
    await world.nights({ from: '2026-02-14', through: '2026-02-18' });
    await world.leave('bea');
    await world.change('ana', { email: emailOf('bea') });
    world.write({ scope: 'user:bea@acme.example', window: 'month', amount: 5_000 });
    const words: unknown[] = [];
    const anas: (number | undefined)[] = [];
    for (const day of ['2026-02-19', '2026-02-20', '2026-02-21']) {
      const { plan } = await world.night(day);
      words.push(plan?.shares.pools[0]?.verdict?.kind);
      anas.push((await world.limits()).get(emailOf('bea')));
    }
    return { words, anas, all: await world.granted(february) };
  });

  expect(seen.words).toEqual(['too-much-allowed', 'kept', 'kept']);
  expect(seen.anas).toEqual([1_000, 5_000, 5_000]);
  expect(seen.all).toBeLessThanOrEqual(30_000);
});

describe('where the analytics know everybody under another id than the roster', () => {
  const kept = { kind: 'kept' };
  const saidWith = async (happen: (world: EdgeWorld) => Promise<void>): Promise<readonly unknown[]> =>
    onTheEmulator(terms({ budgets: [{ ...month, window: 'platform' }], anchorDay: 20 }), async (world) => {
      world.retold = underOtherIds;
      for (const name of five) {
        await world.want(name, { from: '2026-02-14', through: '2026-03-01' }, 100);
      }
      await world.nights({ from: '2026-02-14', through: '2026-02-16' });
      await happen(world);
      const words: unknown[] = [];
      for (let day = 17; day <= 23; day += 1) {
        const { plan } = await world.night(`2026-02-${day}`);
        words.push(plan?.shares.pools.find(({ isNext }) => !isNext)?.verdict);
      }
      expect(await world.granted({ from: '2026-02-16', through: '2026-02-22' })).toBe(3_500);
      return words;
    });

  test('a pool is kept while every address stays with its person', async () => {
    expect(await saidWith(async () => Promise.resolve())).toEqual(Array.from({ length: 7 }, () => kept));
    const renamed = saidWith(async (world) => world.change('ana', { email: 'ana.new@acme.example' }));
    expect(await renamed).toEqual(Array.from({ length: 7 }, () => kept));
  });

  test('it is not bounded in the window in which two exchange theirs, is kept in the next, and no one is stopped', async () => {
    const words = await saidWith(async (world) => {
      await world.change('ana', { email: 'between@acme.example' });
      await world.change('bea', { email: emailOf('ana') });
      await world.change('ana', { email: emailOf('bea') });
    });

    const doubtful = expect.arrayContaining([expect.any(String), expect.any(String)]);
    const doubt = { kind: 'not-bounded', because: [], exempt: [], doubtful };
    expect(words).toEqual([doubt, doubt, doubt, kept, kept, kept, kept]);
  });
});

test('moving to and fro brings nobody more of either team’s pool', async () => {
  const budgets = ['web', 'ops'].map((name) => ({ ...month, scope: `team:${name}`, amount: 10_000 }));
  const used = await onTheEmulator(terms({ budgets, people: ['ana', 'bea'], team: 'web' }), async (world) => {
    world.team('web', 'ops');
    await world.hire('cem', 'ops');
    await world.want('cem', { from: '2026-02-14', through: '2026-02-14' }, 0);
    await world.nights({ from: '2026-02-14', through: '2026-02-15' });
    // A day belongs to the team that the last night before it showed.
    const anas = { web: await world.granted({ from: '2026-02-14', through: '2026-02-15' }, ['ana']), ops: 0 };
    let shown: 'web' | 'ops' = 'web';
    for (const day of ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-21']) {
      const moved: 'web' | 'ops' = shown === 'web' ? 'ops' : 'web';
      await world.moveTo(`${day}T00:00:00Z`);
      await world.change('ana', { team: moved });
      await world.night(day);
      anas[shown] += await world.granted({ from: day, through: day }, ['ana']);
      shown = moved;
    }
    const others = [await world.granted(february, ['bea']), await world.granted(february, ['cem'])] as const;
    return { web: anas.web + others[0], ops: anas.ops + others[1] };
  });

  expect(used.web).toBeGreaterThan(9_000);
  expect(used.web).toBeLessThanOrEqual(10_000);
  expect(used.ops).toBeGreaterThan(9_000);
  expect(used.ops).toBeLessThanOrEqual(10_000);
});

test('whose limit was lifted during an exemption is bounded in the next window', async () => {
  const week = { scope: 'org', window: 'week', amount: 10_000 };
  const used = await onTheEmulator(terms({ budgets: [week] }), async (world) => {
    await world.nights({ from: '2026-02-14', through: '2026-02-16' });
    world.grant({ kind: 'exemption', email: 'ana@acme.example', until: '2026-02-18' });
    const during = await world.run('2026-02-16T10:00:00Z', { kind: 'edit' });
    await world.lift('ana@acme.example');
    await world.nights({ from: '2026-02-17', through: '2026-02-26' });
    return {
      said: during.plan?.shares.pools.map(({ verdict }) => verdict?.kind),
      first: await world.granted({ from: '2026-02-16', through: '2026-02-22' }),
      next: await world.granted({ from: '2026-02-23', through: '2026-03-01' }),
    };
  });

  // The exempt one takes whatever there is, and nothing is promised of that week.
  expect(used.said).toEqual(['not-bounded']);
  expect(used.first).toBeGreaterThan(50_000);
  expect(used.next).toBeGreaterThan(9_000);
  expect(used.next).toBeLessThanOrEqual(10_000);
});

/** Somebody new has the address of somebody who is gone. */
async function takeOver(world: EdgeWorld, name: string, from: string): Promise<void> {
  const email = emailOf(from);
  // The emulator takes whoever has the very same spelling for the one who is back.
  await world.hire(name, undefined, { email: `${email[0]?.toUpperCase()}${email.slice(1)}`, twin: true });
  await world.want(name, { from: '2026-02-18', through: '2026-02-23' }, 400);
}

/** The roster and the analytics show no email of theirs. */
function withoutEmail(email: string): EdgeWorld['retold'] {
  return (path, body) =>
    path.endsWith('/organization/users') || path.includes('/analytics/')
      ? body.replaceAll(new RegExp(`"(user_)?email":"${email}",?`, 'gu'), (_all, prefix) =>
          prefix === undefined ? '' : '"user_email":null,',
        )
      : body;
}

/** The analytics know people under ids that the roster lacks. */
function underOtherIds(path: string, body: string): string {
  return path.includes('/analytics/') ? body.replaceAll('"user_id":"', '"user_id":"other-') : body;
}

function everySecondDay(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 2 * 24 * 3_600_000).toISOString().slice(0, 10),
  );
}
