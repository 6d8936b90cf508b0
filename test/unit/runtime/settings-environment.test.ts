import { expect, test } from 'vitest';
import * as z from 'zod';

import { readEnvironment } from '../../../shared/runtime/read-environment.ts';
import { settingsVariable } from '../../../shared/runtime/settings-environment.ts';

function settingsIn(text: string) {
  return readEnvironment(z.object({ CURFEW_SETTINGS: settingsVariable }), { CURFEW_SETTINGS: text }).CURFEW_SETTINGS;
}

test('settings that are left out take their defaults', () => {
  const settings = settingsIn('{"platformWindowAnchorDay":15}');

  expect(settings).toMatchObject({ platformWindowAnchorDay: 15, toleranceShare: 0.001, admins: [] });
});

test('one message names every setting that is wrong or unknown', () => {
  const reading = () => settingsIn('{"rereadDays":0,"admins":["nobody"],"colour":"red"}');

  expect(reading).toThrow(/admins\.0: .*rereadDays: .*colour/);
});

test.each(['{"admins": hunter2', 'hunter2', ''.padEnd(4097, ' ')])(
  'a text that is no JSON of a bearable size is refused without being repeated',
  (text) => {
    const reading = () => settingsIn(text);

    expect(reading).toThrow('CURFEW_SETTINGS is wrong: must be JSON of at most 4096 characters');
    expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  },
);
