import { expect, test } from 'vitest';

import { describeLookAlikes, lookAlikeIn } from '../../../../../shared/domain/controls/coverage/look-alike.ts';

test.for([
  ['gіthub.com', 'gіthub'],
  ['api.аррӏе.com', 'аррӏе'],
  ['https://exαmple.org/x', 'exαmple'],
])('%s imitates another name', ([name, word]) => {
  expect(lookAlikeIn(name ?? '')).toBe(word);
});

test.for(['github.com', 'münchen.example', 'яндекс.рф', 'παράδειγμα.gr', '例え.jp'])(
  '%s is a name of its own',
  (name) => {
    expect(lookAlikeIn(name)).toBeUndefined();
  },
);

test('the letters in question are named by their code points', () => {
  expect(describeLookAlikes(['github.com', 'gіthub.com']).join()).toMatch(/“gіthub”.*U\+0456/u);
});
