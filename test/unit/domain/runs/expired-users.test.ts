import { expect, test } from 'vitest';
import { expiredEmails } from '../../../../shared/domain/runs/expired-users.ts';
import { aBudget } from '../../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../../support/grants.ts';

const between = { after: '2026-03-15T02:30:00.000Z', until: '2026-03-16T02:30:00.000Z' };
const nothing = { budgets: [], topUps: [], exemptions: [] };
const own = { scope: { kind: 'user', email: 'ann@acme.example' } } as const;

test.for([
  ['a budget of the user’s own', { budgets: [aBudget({ ...own, to: '2026-03-15' })] }],
  ['a top-up', { topUps: [aTopUp({ to: '2026-03-15' })] }],
  ['an exemption', { exemptions: [anExemption({ until: '2026-03-15' })] }],
  ['a top-up that somebody ended early', { topUps: [aTopUp({ endedAt: '2026-03-15T12:00:00.000Z' })] }],
  ['an exemption that somebody ended early', { exemptions: [anExemption({ endedAt: '2026-03-15T12:00:00.000Z' })] }],
] as const)('a user is expired once %s has come to its end since the last caps', ([, rules]) => {
  expect(expiredEmails({ ...nothing, ...rules }, between)).toEqual(new Set(['ann@acme.example']));
});

test.for([
  ['goes on', { topUps: [aTopUp({ to: '2026-03-16' })] }],
  ['was over when the last caps were set', { topUps: [aTopUp({ to: '2026-03-14' })] }],
  ['was ended before the last caps were set', { topUps: [aTopUp({ endedAt: '2026-03-15T01:00:00.000Z' })] }],
  ['has no last day', { budgets: [aBudget(own)] }],
  ['was for everybody', { budgets: [aBudget({ scope: { kind: 'default' }, to: '2026-03-15' })] }],
] as const)('a user is not expired when what they had %s', ([, rules]) => {
  expect(expiredEmails({ ...nothing, ...rules }, between)).toEqual(new Set());
});
