import { expect, test } from 'vitest';

import { linksTo } from '../../../../local/state/running-file.ts';

const door = { address: 'http://127.0.0.1:7700/api', secret: 'any', console: true };

test.each([
  [
    'lead to its pages and its console',
    door,
    { doorUrl: 'http://127.0.0.1:7700/requests/link', consoleUrl: 'http://127.0.0.1:7700' },
  ],
  [
    'lead to no console where none is served',
    { ...door, console: false },
    { doorUrl: 'http://127.0.0.1:7700/requests/link' },
  ],
  ['are left out where none runs', undefined, {}],
])('links in mails of an installation %s', (_, given, links) => {
  expect(linksTo(given)).toEqual(links);
});
