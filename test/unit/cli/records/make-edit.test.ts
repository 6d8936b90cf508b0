import { expect, test } from 'vitest';

import type { CommandContext } from '../../../../cli/frame/command-context.ts';
import { agreeAndMake, effectNote, lookAtEdit, type LookedAt } from '../../../../cli/records/make-edit.ts';
import type { memoryBudgetStore } from '../../../../shared/budgets/memory-store.ts';
import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { inProcessClient } from '../../../../shared/kernel/api/perform-operation.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

async function anInstallation() {
  const tables = memoryTables();
  const { budgets, users, ledger, limits } = tables;
  const people = ['ann', 'bob'];
  budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_000 });
  await users.put(people.map((userId) => ({ userId, email: `${userId}@acme.example` })));
  await limits.put(
    people.map((userId) => aConfirmedLimit(userId, 1_000)),
    1,
  );
  for (const day of daysOf({ from: '2026-03-01', through: '2026-03-14' })) {
    await ledger.putRows(day, []);
    await ledger.putDay(aLedgerDay({ day }));
  }
  const settings = Settings.parse({});
  return { ...tables, readSettings: () => settings };
}

/** Somebody removes the default budget, and does something at each question before the answer, which is yes. */
async function removing(meanwhile: (budgets: ReturnType<typeof memoryBudgetStore>, question: number) => void) {
  const installation = await anInstallation();
  const [questions, notes]: [string[], string[]] = [[], []];
  const confirm = async (question: string) => {
    meanwhile(installation.budgets, questions.push(question));
    return Promise.resolve(true);
  };
  const context = {
    io: { now: () => Date.parse('2026-03-15T09:00:00Z'), confirm },
    style: styleFor({ isTerminal: false }, {}),
    options: {},
    say: () => {},
    note: (text: string) => void notes.push(text),
  } as unknown as CommandContext;
  const api = inProcessClient({
    installation: { ...installation, isRunning: true } as unknown as Installation,
    now: () => context.io.now(),
    caller: callerOfMachine('ada'),
  });
  const agreeing = agreeAndMake(context, api, {
    look: lookAtEdit({ edit: 'remove-budget', scope: 'default', window: 'month' }, {}),
    options: {},
    make: async (_door, { query, call }) =>
      (await api.read('removeBudget', { scope: 'default', window: 'month', ...query }, call)).document,
  });
  return { questions, notes, agreement: await agreeing, left: await installation.budgets.list() };
}

test('where nothing has moved while somebody read the impact, exactly that is agreed', async () => {
  const { questions, notes, agreement, left } = await removing(() => {});

  expect(questions).toEqual([expect.stringContaining('lifts default / month from 2 people')]);
  expect(notes).toEqual([]);
  expect(agreement).toMatchObject({ kind: 'made' });
  expect(left.budgets).toEqual([]);
});

test('what has moved while somebody read the impact is said, and is shown and asked again', async () => {
  const { questions, notes, agreement } = await removing((budgets, question) => {
    if (question === 1) {
      budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: 500 });
    }
  });

  expect(questions).toEqual([
    expect.stringContaining('lifts default / month from 2 people'),
    expect.stringContaining('from 1 person'),
  ]);
  expect(notes).toEqual([expect.stringContaining('changed since')]);
  expect(agreement).toMatchObject({
    kind: 'made',
    lookedAt: { impact: { asksBecause: [expect.stringContaining('1 person')] } },
  });
});

test('what moves each time it is shown is not done', async () => {
  const everMoving = removing((budgets, question) =>
    budgets.writeByHand({ scope: 'org', window: 'month', amount: 1_000_000 + question }),
  );

  await expect(everMoving).rejects.toThrow('nothing was done');
});

test('a budget that binds no one takes effect once it does, and not within a minute', () => {
  const lookedAt = (scope: string) =>
    ({
      impact: {
        edits: [{ record: 'budget', after: { scope: 'members:nosuch' } }],
        warnings: [{ kind: 'binds-nobody', scope }],
      },
    }) as unknown as LookedAt;

  expect(effectNote(true, lookedAt('members:nosuch'))).toBe('It takes effect once it binds someone.');
  expect(effectNote(true, lookedAt('team:other'))).toMatch(/within a minute/u);
});
