import { expect, test } from 'vitest';

import { mainDomains } from '../../../shared/mail/main-domains.ts';

const people = (count: number, domain: string) => Array.from({ length: count }, (_, at) => `p${at}@${domain}`);

test('the domains of at least a tenth of the people are the organization’s own, whatever letters they are written in', () => {
  const emails = [...people(30, 'acme.example'), ...people(9, 'ACME.de'), ...people(2, 'guests.example'), 'no email'];

  expect(mainDomains(emails)).toEqual(['acme.example', 'acme.de']);
  expect(mainDomains([])).toEqual([]);
});
