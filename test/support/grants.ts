import fc from 'fast-check';

import type { Exemption } from '../../shared/grants/exemption.ts';
import type { TopUp } from '../../shared/grants/top-up.ts';
import { addDays } from '../../shared/kernel/time/day.ts';

const record = {
  reason: 'release week',
  createdBy: 'admin@acme.example',
  createdAt: '2026-03-01T09:00:00.000Z',
  version: 1,
};

/** A top-up for Ann through March, but for what a case says. */
export function aTopUp({ email = 'ann@acme.example', ...said }: Partial<TopUp> & { readonly email?: string }): TopUp {
  const terms = { scope: { kind: 'user', email }, credits: 100, from: '2026-03-01', to: '2026-03-31' } as const;
  return { kind: 'top-up', id: 't-1', ...terms, ...record, ...said };
}

/** An exemption of Ann through March, but for what a case says. */
export function anExemption(said: Partial<Exemption>): Exemption {
  return { kind: 'exemption', id: 'e-1', email: 'ann@acme.example', until: '2026-03-31', ...record, ...said };
}

const emails = fc.constantFrom(...['a', 'b', 'c'].map((name) => `${name}@acme.example`));
const ended = fc.constantFrom(undefined, undefined, '2026-03-02T00:00:00.000Z');

/** Any top-ups of three users around 2026-03-15. */
export const someTopUps: fc.Arbitrary<readonly TopUp[]> = fc.array(
  fc
    .record({
      email: emails,
      credits: fc.integer({ min: 1, max: 1_000_000 }),
      offset: fc.integer({ min: -9, max: 9 }),
      days: fc.integer({ min: 0, max: 9 }),
      endedAt: ended,
    })
    .map(({ offset, days, endedAt, ...said }) => {
      const from = addDays('2026-03-15', offset);
      return aTopUp({ ...said, from, to: addDays(from, days), ...(endedAt !== undefined && { endedAt }) });
    }),
  { maxLength: 6 },
);

/** Any exemptions of three users around 2026-03-15. */
export const someExemptions: fc.Arbitrary<readonly Exemption[]> = fc.array(
  fc
    .record({ email: emails, offset: fc.integer({ min: -4, max: 4 }), endedAt: ended })
    .map(({ email, offset, endedAt }) =>
      anExemption({ email, until: addDays('2026-03-15', offset), ...(endedAt !== undefined && { endedAt }) }),
    ),
  { maxLength: 3 },
);
