import { describe, expect, test } from 'vitest';

import { initialState } from '../../../../shared/controls/history/watch-state.ts';
import { collectDigest, type DigestSettings } from '../../../../shared/digest/use-cases/collect-digest.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { noLiveState } from '../../../../shared/live/live-state.ts';
import type { LiveTerms } from '../../../../shared/live/live-status.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';
import { aControlChange } from '../../../support/evidence-records.ts';
import { anObservation, anObservedState } from '../../notifications/observed.ts';
import { digestTables, monday, rules, settings, type DigestTables } from './digest-tables.ts';

const live: LiveTerms = {
  mode: 'on',
  shadowDays: 14,
  errorPercent: 25,
  slackCredits: 0,
  capPercent: 0,
  totalsLagMinutes: 0,
  eveningReturn: 'seen',
};

function settingsWith(weeklyDigest: Partial<DigestSettings['weeklyDigest']>): DigestSettings {
  return { ...settings, weeklyDigest: { ...settings.weeklyDigest, ...weeklyDigest } };
}

async function collected(ports: DigestTables, said: Partial<DigestSettings> = {}) {
  return collectDigest(ports, monday, { settings: { ...settings, ...said }, rules });
}

async function notAsked(): Promise<never> {
  throw new Error('the platform was asked');
}

const unasked = { activity: notAsked, tools: notAsked, productivity: notAsked };

describe('nothing more is read than is needed', () => {
  test('where nobody gets a digest', async () => {
    const ports = await digestTables({ organization: unasked });

    expect(await collectDigest(ports, monday, { settings: settingsWith({ isOn: false }), rules })).toMatchObject({
      weeks: { dueOn: '2026-03-16' },
      pages: [],
      problems: [],
      isAwayForNow: false,
    });
  });

  test('where only teams get one', async () => {
    const { pages, problems, isAwayForNow } = await collected(await digestTables({ organization: unasked }), {
      admins: [],
    });

    expect(pages.map(({ scope, facts }) => [scope, 'organization' in facts])).toEqual([
      [{ kind: 'teams', names: ['web'] }, false],
    ]);
    expect({ problems, isAwayForNow }).toEqual({ problems: [], isAwayForNow: false });
  });
});

test('each page has the figures of its scope alone', async () => {
  const ports = await digestTables();
  await ports.limits.put([], 0);
  const { pages } = await collected(ports);
  const [organization, team] = pages.map(({ facts }) => facts);

  expect(organization).toMatchObject({
    scope: { kind: 'org' },
    dataThrough: '2026-03-15',
    use: { billed: { credits: 200 } },
    risers: [{ userId: 'ann', riseCredits: 100 }, { userId: 'bob' }],
    stopped: [],
  });
  expect(team?.risers).toMatchObject([{ userId: 'ann', riseCredits: 100 }]);
  expect(organization?.budgets.map(({ budget }) => budget.scope.kind)).toEqual(['team', 'default']);
  expect(team?.budgets.map(({ budget }) => budget.scope)).toEqual([{ kind: 'team', name: 'web' }]);
  expect(team).not.toHaveProperty('organization');
});

test('of budgets of the organization and of teams it is told what makes them rise, of the default it is not', async () => {
  const ports = await digestTables();
  ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: 50_000, version: 1 });
  ports.budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: 50_000, version: 1 });
  ports.budgets.writeByHand({ scope: 'team:ops', window: 'month', amount: 50_000, version: 1 });

  const { pages } = await collected(ports);
  const [organization, team] = pages.map(({ facts }) => facts.budgets);

  expect(organization?.map(({ budget }) => budget.scope.kind)).toEqual(['org', 'team', 'team', 'default']);
  expect(organization?.map(({ now }) => now?.people?.expectedOver !== undefined).at(-1)).toBe(false);
  // Nobody of the team ops has used anything.
  expect(organization?.map(({ now }) => now?.rise !== undefined)).toEqual([true, false, true, false]);
  expect(team?.map(({ now }) => now?.rise !== undefined)).toEqual([true]);
});

test('who is stopped is on the page of everybody and of their team', async () => {
  const ports = await digestTables();
  ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 100, version: 2 });
  await ports.limits.put(
    ['ann', 'bob'].map((userId) => ({
      userId,
      email: `${userId}@acme.example`,
      confirmed: { limitCredits: 100, at: '2026-03-01T02:30:00.000Z', runId: 'r' },
      unsettled: [],
      stoppedDays: ['2026-03-10'],
    })),
    0,
  );

  const { pages } = await collected(ports);

  expect(pages.map(({ facts }) => facts.stopped.map(({ userId }) => userId))).toEqual([['ann', 'bob'], ['ann']]);
  expect(pages[0]?.facts.risers[0]?.cause.kind).toBe('new');
});

test('who was stopped in the week before rose for that', async () => {
  const ports = await digestTables();
  await ports.limits.put([{ userId: 'ann', email: 'ann@acme.example', unsettled: [], stoppedDays: ['2026-03-04'] }], 0);

  const [page] = (await collected(ports)).pages;

  expect(page?.facts.risers.map(({ userId, cause }) => [userId, cause])).toEqual([
    ['ann', { kind: 'was-stopped', days: 1 }],
    ['bob', { kind: 'new' }],
  ]);
});

test('people go by their email, and whoever has none by the id', async () => {
  const ports = await digestTables();
  await ports.users.put([{ userId: 'svc' }]);
  const [page] = (await collected(ports)).pages;

  expect(['ann', 'svc'].map((userId) => page?.facts.attribution.nameOf(userId))).toEqual([
    'ann@acme.example',
    'user svc',
  ]);
});

test('before any day is known no page says through which one', async () => {
  const [page] = (await collected(await digestTables({ completeThrough: '2026-01-31' }))).pages;

  expect(page?.facts.dataThrough).toBeUndefined();
});

describe('what the platform says of the organization', () => {
  const day = { day: '2026-03-10' } as never;

  async function organizationOf(organization: Partial<DigestTables['organization']>) {
    const { pages, ...found } = await collected(await digestTables({ organization }));
    return { platform: pages[0]?.facts.organization?.platform, ...found };
  }

  test('is asked for two weeks', async () => {
    const asked: unknown[] = [];
    const activity = async (range: unknown) => {
      asked.push(range);
      return [day];
    };

    const { platform, problems, isAwayForNow } = await organizationOf({ activity });

    expect(asked).toEqual([{ from: '2026-03-02', through: '2026-03-15' }]);
    expect(platform).toEqual({ activity: [day], tools: [], productivity: [] });
    expect({ problems, isAwayForNow }).toEqual({ problems: [], isAwayForNow: false });
  });

  test.for([
    { name: 'activity', error: new PlatformUnavailableError('away'), isAwayForNow: true },
    { name: 'tools', error: new PlatformRefusedError('refused'), isAwayForNow: false },
    { name: 'productivity', error: new PlatformUnavailableError('away'), isAwayForNow: true },
  ] as const)('is without $name where that cannot be read, and says so', async ({ name, error, isAwayForNow }) => {
    const found = await organizationOf({ [name]: async () => Promise.reject(error) });

    expect(Object.keys(found.platform ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['activity', 'productivity', 'tools'].filter((each) => each !== name),
    );
    expect(found).toMatchObject({ problems: [error.message], isAwayForNow });
  });

  test('is away for now where one of several may be there later', async () => {
    const found = await organizationOf({
      activity: async () => Promise.reject(new PlatformUnavailableError('away')),
      tools: async () => Promise.reject(new PlatformRefusedError('refused')),
    });

    expect(found).toMatchObject({ problems: ['away', 'refused'], isAwayForNow: true });
  });

  test('fails the run where the error is another one', async () => {
    await expect(organizationOf({ tools: notAsked })).rejects.toThrow('the platform was asked');
  });
});

describe('the organization’s page', () => {
  const pageOf = async (ports: DigestTables, said: Partial<DigestSettings> = {}) =>
    (await collected(ports, said)).pages[0]?.facts.organization;

  test('shows alerts that are open, and not those that somebody acknowledged', async () => {
    const ports = await digestTables();
    const state = (key: string, said: object = {}) =>
      anObservedState(anObservation({ topic: 'clock-off', key, headline: key }), said);
    const acknowledged = { by: 'ada', at: '2026-03-14T09:00:00.000Z', reason: 'known' };
    await ports.alerts.put([state('open'), state('known', { acknowledged })]);

    expect((await pageOf(ports))?.alerts.map(({ headline }) => headline)).toEqual(['open']);
  });

  test('says nothing of the controls before they are watched, and how often they changed afterwards', async () => {
    const ports = await digestTables();
    expect(await pageOf(ports)).toMatchObject({ controls: undefined });

    await ports.watchState.replace(initialState);
    expect((await pageOf(ports))?.controls).toEqual({ revisions: 0, changes: [] });
  });

  test('shows what changed of the controls in the week, the worst first, and who made it', async () => {
    const ports = await digestTables();
    const actors = [{ id: 'u-1' }, { id: 'u-2', name: 'Bo' }, { name: 'Eve', email: 'eve@acme.example' }, {}];
    for (const [index, actor] of [{}, ...actors, {}].entries()) {
      // From the Sunday before the week to the Friday in it; the last is of the Monday after.
      const updatedAt =
        index === 5 ? '2026-03-16T06:00:00.000Z' : `2026-03-${String(8 + index).padStart(2, '0')}T08:00:00.000Z`;
      const revision = aRevision(index + 1, { actor, updatedAt });
      await ports.revisions.put(anEntry([revision]), revision);
    }
    await ports.watchState.replace(initialState);
    const severities = ['low', 'info', 'critical', 'medium'] as const;
    const diff: typeof rules.diff = (_before, after) => {
      const number = Number(after['level']);
      const severity = severities[number - 2] ?? 'high';
      return [
        aControlChange({ sentence: `${number}`, severity }),
        aControlChange({ sentence: 'has no effect', quiet: 'dormant' }),
      ];
    };

    const { pages } = await collectDigest(ports, monday, { settings, rules: { ...rules, diff } });

    expect(pages[0]?.facts.organization?.controls).toEqual({
      revisions: 4,
      changes: [
        { severity: 'critical', sentence: '4', by: 'eve@acme.example' },
        { severity: 'medium', sentence: '5', by: 'an unknown person' },
        { severity: 'low', sentence: '2', by: 'u-1' },
        { severity: 'info', sentence: '3', by: 'Bo' },
      ],
    });
  });

  test('compares the totals of the sessions with the bill unless they are off', async () => {
    const ports = await digestTables();
    const nothing = { state: {}, compared: [], failures: [] };
    const watched = await pageOf(ports, { live });

    expect((await pageOf(ports))?.live).toEqual(nothing);
    expect((await pageOf(ports, { live: { ...live, mode: 'off' } }))?.live).toEqual(nothing);
    expect(watched?.live.state).toEqual(noLiveState);
  });
});
