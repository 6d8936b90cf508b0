import { expect, test } from 'vitest';

import { describeSettings } from '../../../../../shared/settings/contract/setting.ts';
import { defaultSettings, Settings, settingsSaid } from '../../../../../shared/settings/contract/settings.ts';

test('settings without what they are when left out are the same settings again, and say no more than was set', () => {
  const admins = ['ann@acme.example'];
  const said = {
    admins,
    pools: { settleDays: 2 },
    blastRadius: false,
    controls: { overrides: { a: { kind: 'set' } } },
  };
  const settings = Settings.parse(said);

  expect(settingsSaid(settings)).toEqual(said);
  expect(Settings.parse(settingsSaid(settings))).toEqual(settings);
  expect(settingsSaid(Settings.parse({}))).toEqual({});
});

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

test('the defaults, each worked out when it is read, are those of settings that say nothing', () => {
  expect({ ...defaultSettings() }).toEqual(Settings.parse({}));
  expect(Object.keys(defaultSettings())).toEqual(Object.keys(Settings.parse({})));
});
