import { expect, test } from 'vitest';

import { nearEmails } from '../../../shared/roster/email.ts';

const known = ['Ana.Silva@acme.example', 'ann@acme.example', 'bob@acme.example', 'zoe@elsewhere.example'];

test.for([
  ['anna@acme.example', ['ann@acme.example']],
  ['ana.silva@gmail.example', ['Ana.Silva@acme.example']],
  ['silva', ['Ana.Silva@acme.example']],
  ['somebody.else@nowhere.test', []],
] as const)('who types %s may have meant %o', ([wanted, near]) => {
  expect(nearEmails(wanted, known, 5)).toEqual(near);
});

test('at most so many are named, and the nearest are', () => {
  expect(nearEmails('ann@acme.exampl', known, 1)).toEqual(['ann@acme.example']);
});
