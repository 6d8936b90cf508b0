import { expect, test } from 'vitest';

import { stoppedSection } from '../../../../shared/digest/sections/people-sections.ts';

const person = (userId: string, now?: { readonly by?: string; readonly until?: string }) => ({
  userId,
  email: `${userId}@acme.example`,
  days: ['2026-03-14'],
  daysBefore: 0,
  ...(now !== undefined && { now }),
});

test('of everybody who was stopped it says whether they still are, and until when where a day ends it', () => {
  const [section] = stoppedSection([
    person('free'),
    person('raised', {}),
    person('budget', { by: 'their own budget', until: '2026-04-01' }),
    person('zero', { by: 'their own budget' }),
  ]);

  expect(section?.kind === 'table' ? section.table.rows.map((row) => row.at(-1)) : []).toEqual([
    'may go on',
    expect.stringMatching(/may go on .*next run$/u),
    expect.stringMatching(/their own budget .*1 Apr$/u),
    expect.stringMatching(/their own budget.* 0$/u),
  ]);
});
