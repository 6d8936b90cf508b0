import { describe, expect, test } from 'vitest';

import { generatedHistory } from '../../../../emulator/state/controls/controls-history.ts';
import { historyStartMs, plannedEdits } from '../../../../emulator/state/controls/schedule.ts';
import { aWorld } from '../../../support/emulator-world.ts';

const dayMs = 86_400_000;

function historyUntil(now: string, seed = 7) {
  const { organization } = aWorld({ now });
  const usersAt = (atMs: number) => organization.usersAt(atMs);
  return generatedHistory({ seed, usersAt }, plannedEdits(seed, Date.parse(now)));
}

describe('the generated controls history', () => {
  test('is the same for the same seed and another for another seed', () => {
    const once = historyUntil('2026-03-15T00:00:00Z');
    const again = historyUntil('2026-03-15T00:00:00Z');
    const other = historyUntil('2026-03-15T00:00:00Z', 8);

    expect(again).toEqual(once);
    expect(other).not.toEqual(once);
  });

  test('only grows at its end as the clock moves on', () => {
    const long = historyUntil('2026-04-15T00:00:00Z');

    for (let atMs = historyStartMs; atMs < Date.UTC(2026, 3, 15); atMs += 3 * dayMs) {
      const short = historyUntil(new Date(atMs).toISOString());
      expect(long.slice(0, short.length)).toEqual(short);
    }
  });

  test.each([1, 7, 42, 99])('numbers revisions without gaps in the order of time (seed %i)', (seed) => {
    const history = historyUntil('2026-06-30T00:00:00Z', seed);

    expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index + 1));
    expect(history.map(({ updatedAt }) => updatedAt).toSorted()).toEqual(history.map(({ updatedAt }) => updatedAt));
    expect(history[0]?.updatedAt).toBe('2026-01-14T00:00:00.000Z');
  });

  test.each([1, 7, 42, 99])('has about one to three changes a week (seed %i)', (seed) => {
    const weeks = 24;

    const perWeek = historyUntil('2026-07-01T00:00:00Z', seed).length / weeks;

    expect(perWeek).toBeGreaterThan(1);
    expect(perWeek).toBeLessThan(4);
  });

  test('changes the settings in every revision', () => {
    const history = historyUntil('2026-12-31T00:00:00Z');

    const texts = history.map(({ settings }) => JSON.stringify(settings));

    expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
  });

  test('loosens the sandbox and restores it within two days', () => {
    const history = historyUntil('2026-04-15T00:00:00Z');

    const offAt = history.findIndex(({ settings }) => JSON.stringify(settings['sandbox']).includes('"enabled":false'));
    const onAt = history.findIndex(
      ({ settings }, index) => index > offAt && JSON.stringify(settings['sandbox']).includes('"enabled":true'),
    );

    expect(offAt).toBeGreaterThan(0);
    expect(onAt).toBeGreaterThan(offAt);
    const openMs = Date.parse(history[onAt]?.updatedAt ?? '') - Date.parse(history[offAt]?.updatedAt ?? '');
    expect(openMs).toBeLessThan(2 * dayMs);
  });

  test('has an actor who grants missions to themselves, an unlisted field and a service account within a quarter', () => {
    const history = historyUntil('2026-04-15T00:00:00Z');

    const selfGrants = history.filter(({ user, settings }, index) => {
      const before = JSON.stringify(history[index - 1]?.settings['missionPolicy'] ?? {});
      return !before.includes(user.id) && JSON.stringify(settings['missionPolicy']).includes(user.id) && index > 0;
    });

    expect(selfGrants.length).toBeGreaterThan(0);
    expect(history.some(({ settings }) => 'experimentalReviewGate' in settings)).toBe(true);
    expect(history.some(({ user }) => user.id === 'svc-controls-sync')).toBe(true);
  });

  test('changes key and address of a custom model in one revision', () => {
    const history = historyUntil('2026-04-15T00:00:00Z');

    const gateways = history.flatMap(({ revision, settings }) =>
      (settings['customModels'] as readonly { id: string; baseUrl: string; apiKey: string }[])
        .filter(({ id }) => id === 'custom-gateway')
        .map(({ baseUrl, apiKey }) => ({ revision, baseUrl, apiKey })),
    );
    const changes = gateways.filter(({ baseUrl }, index) => index > 0 && baseUrl !== gateways[index - 1]?.baseUrl);

    expect(gateways[0]?.baseUrl).toMatch(/^https:/);
    expect(changes.length).toBeGreaterThan(0);
    expect(gateways.find(({ revision }) => revision === changes[0]?.revision)?.apiKey).not.toBe(gateways[0]?.apiKey);
  });

  test('only says values as secrets that tell they are made up', () => {
    const [first] = historyUntil('2026-01-15T00:00:00Z');

    const text = JSON.stringify(first?.settings);

    expect(text.match(/made-up-[a-z]+-[0-9a-f]+/g)?.length).toBeGreaterThanOrEqual(5);
  });
});
