import { expect, test } from 'vitest';
import { describeSettings } from '../../../shared/contracts/setting.ts';
import { Settings } from '../../../shared/contracts/settings.ts';

const described = describeSettings(Settings, Settings.parse({}));

test('every setting is explained, in a sentence', () => {
  const unexplained = described.filter(({ help }) => help === undefined || !/^[A-Z0-9].*\.(?:md)?\.?$/su.test(help));

  expect(unexplained.map(({ path }) => path)).toEqual([]);
});

test('settings inside others, in lists and under names of their own are among them, each once', () => {
  const paths = described.map(({ path }) => path);

  expect(paths).toEqual(
    expect.arrayContaining([
      ...Object.keys(Settings.shape),
      'pools.reserveShare',
      'blastRadius.loweredShare',
      'alerts.quietHours[].until',
      'controls.workingHours.timeZone',
      'controls.overrides.*.severity',
    ]),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('a setting says what it counts and what stands for it when it is left out', () => {
  const found = new Map(described.map((each) => [each.path, each]));

  expect(found.get('pools.enforcementDelayMinutes')).toMatchObject({ unit: 'minutes', default: 30 });
  expect(found.get('blastRadius')).toMatchObject({ default: Settings.parse({}).blastRadius });
  expect(found.get('limitCeilingCredits')?.default).toBeUndefined();
});
