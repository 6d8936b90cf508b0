import { expect, test } from 'vitest';

import { callerOfClaims, callerOfIam, type Caller } from '../../../../shared/kernel/access/caller.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-15T08:00:00Z');
const lead = 'lead@acme.example';
const settings = Settings.parse({ roles: { viewers: ['cfo@acme.example'], teamOwners: { lab: [lead] } } });

/** Ann of the team lab, whose limit followed from one budget after the other. */
async function someTables(budgets: readonly string[]) {
  const tables = memoryTables();
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_000 });
  tables.teams.writeByHand({ name: 'lab', members: ['ann@acme.example'], position: 1 });
  await tables.users.put([{ userId: 'ann', email: 'ann@acme.example' }]);
  for (const day of daysOf({ from: '2026-03-01', through: '2026-03-14' })) {
    await tables.ledger.putDay(aLedgerDay({ day }));
  }
  await tables.journal.append(
    budgets.map((budget, index) => ({
      id: `c-${index}`,
      at: `2026-03-1${index}T02:30:00.000Z`,
      kind: 'cap-changed' as const,
      actor: 'curfew',
      subject: 'ann',
      detail: { userId: 'ann', email: 'ann@acme.example', from: 1, to: 2, reason: 'r', binding: bindingOf(budget) },
    })),
  );
  return tables;
}

function bindingOf(budget: string) {
  const end = budget.lastIndexOf(' ');
  return { scope: budget.slice(0, end), window: budget.slice(end + 1) };
}

async function useOfAnn(by: string | Caller, budgets: readonly string[], tables = someTables(budgets)) {
  const installation = { ...(await tables), readSettings: () => settings } as unknown as Installation;
  const context = {
    installation,
    now: () => nowMs,
    starter: { jobs: [], start: async () => Promise.reject(new Error()) },
  };
  const answer = await performOperation(context, {
    id: 'showPersonUse',
    caller: typeof by === 'string' ? callerOfClaims({ sub: 'x', email: by, emailVerified: true }) : by,
    given: { email: 'ann@acme.example' },
  });
  const { limits } = answer.document as { readonly limits: readonly { readonly budget: string | null }[] };
  return limits.map(({ budget }) => budget);
}

const budgets = ['org month', 'team:lab west month', 'team:lab month', 'default month', 'user:ann@acme.example day'];
const own = [null, null, 'team:lab month', 'default month', 'user:ann@acme.example day'];

test.each([
  ['who sees everything', 'cfo@acme.example', budgets],
  ['the owner of the team', lead, own],
])('a person’s use names budgets to %s as far as they may see them', async (_, by, due) => {
  // The newest comes first.
  expect(await useOfAnn(by, budgets)).toEqual(due.toReversed());
});

test('an owner of the team’s budget sees what the owner of the team does, as soon and as long as the budget says so', async () => {
  const tables = await someTables(budgets);
  const owner = 'owner@acme.example';
  const write = (...owners: readonly string[]) =>
    tables.budgets.writeByHand({ scope: 'team:lab', window: 'month', amount: 1_000, owners });
  const directory = callerOfIam(
    `arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Leads_0123456789abcdef/${owner}`,
  );
  const session = callerOfIam(`arn:aws:sts::111122223333:assumed-role/Dev/${owner}`);
  const look = async (by: string | Caller = owner) =>
    useOfAnn(by, budgets, Promise.resolve(tables)).catch((error: unknown) => (error as Error).message);

  expect(await look()).toMatch(/may not/u);
  write('Owner@acme.example');
  expect(await look()).toEqual(own.toReversed());
  expect(await look(directory)).toEqual(own.toReversed());
  expect(await look(session)).toMatch(/may not/u);
  write('other@acme.example');
  expect(await look()).toMatch(/may not/u);
});
