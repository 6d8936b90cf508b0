import { expect, test } from 'vitest';

import { WatchMailEnvironment, type WatchMailVariables } from '../../../../functions/watch-mail/env.ts';
import { readEnvironment } from '../../../../shared/runtime/read-environment.ts';

const deployed: WatchMailVariables = {
  CURFEW_SETTINGS: '{}',
  CURFEW_TABLE_JOURNAL: 'Journal',
  CURFEW_TABLE_RECIPIENTS: 'Recipients',
};

test('what a deployment sets is what the function reads', () => {
  const env = readEnvironment(WatchMailEnvironment, deployed);

  expect(Object.keys(env).toSorted()).toEqual(Object.keys(deployed).toSorted());
});

test('an empty environment is answered with one message that names every variable', () => {
  const reading = () => readEnvironment(WatchMailEnvironment, {});

  for (const name of Object.keys(deployed)) {
    expect(reading).toThrow(name);
  }
});
