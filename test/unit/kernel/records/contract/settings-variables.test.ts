import { expect, test } from 'vitest';
import * as z from 'zod';

import { readEnvironment } from '../../../../../shared/kernel/runtime/read-environment.ts';
import { settingNames } from '../../../../../shared/settings/contract/setting-schemas.ts';
import { settingsVariables } from '../../../../../shared/settings/contract/settings-variables.ts';

function settingsIn(text: string) {
  return readEnvironment(z.object(settingsVariables(settingNames)), { CURFEW_SETTINGS: text }).CURFEW_SETTINGS;
}

test('settings that are left out take their defaults', () => {
  const settings = settingsIn('{"platformWindowAnchorDay":15}');

  expect(settings).toMatchObject({ platformWindowAnchorDay: 15, toleranceShare: 0.001, admins: [] });
});

test('a program that reads some settings refuses all others, as those that there are not', () => {
  const read = (text: string) =>
    readEnvironment(z.object(settingsVariables(['admins', 'rereadDays'])), { CURFEW_SETTINGS: text }).CURFEW_SETTINGS;

  expect(read('{"rereadDays":5}')).toEqual({ admins: [], rereadDays: 5 });
  expect(() => read('{"rereadDays":5,"mailFrom":"curfew@acme.example"}')).toThrow('"mailFrom"');
});

test('one message names every setting that is wrong or unknown', () => {
  const reading = () => settingsIn('{"rereadDays":0,"admins":["nobody"],"colour":"red"}');

  expect(reading).toThrow(/admins\.0: .*rereadDays: .*colour/);
});

test.each(['{"admins": hunter2', 'hunter2', ''.padEnd(4097, ' ')])(
  'a text that is too large, or not JSON, is refused without being repeated',
  (text) => {
    const reading = () => settingsIn(text);

    expect(reading).toThrow('at most 4096 characters');
    expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  },
);

test('nobody is unapproved and no hour is odd until the settings say who and when', () => {
  const { controls } = settingsIn('{}');

  expect(controls).toEqual({ securityContacts: [], approvedChangers: [], packs: [], overrides: {} });
});

test('working hours take the usual week, and are refused when they are none', () => {
  const { controls } = settingsIn('{"controls":{"workingHours":{"timeZone":"Europe/Vienna"}}}');
  const reading = () => settingsIn('{"controls":{"workingHours":{"timeZone":"Europe/Nowhere","days":[8]}}}');

  expect(controls.workingHours).toEqual({
    timeZone: 'Europe/Vienna',
    days: [1, 2, 3, 4, 5],
    from: '07:00',
    until: '19:00',
  });
  expect(reading).toThrow(/time zone.*weekdays/u);
});

test.each(['{"__proto__":{"rereadDays":31}}', '{"constructor":{"prototype":{"rereadDays":31}}}'])(
  'a key that would reach into the program is refused like any other that is unknown: %s',
  (text) => {
    expect(() => settingsIn(text)).toThrow('Unrecognized key');
    expect({}).not.toHaveProperty('rereadDays');
  },
);

test('settings that are nested without end are refused', () => {
  const lists = 2_000;

  expect(() => settingsIn(`{"admins":${'['.repeat(lists)}${']'.repeat(lists)}}`)).toThrow('admins');
});
