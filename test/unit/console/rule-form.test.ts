import { expect, test } from 'vitest';

import { saidOf, versionsOf, type Draft } from '../../../console/parts/editing/record-form.ts';
import { recordRoom, ruleWords } from '../../../console/parts/records/room.ts';

const { form: ruleForm } = recordRoom('rules');
const draft: Draft<string> = { ...ruleForm.fresh, creditsMax: '5k', personMonthMax: '10000' };

test('a new rule says what is filled in, with amounts as numbers and lists by line', () => {
  expect(saidOf(ruleForm, undefined, { ...draft, people: '*@acme.example\nann@beta.example\n' })).toEqual({
    creditsMax: 5_000,
    personMonthMax: 10_000,
    people: ['*@acme.example', 'ann@beta.example'],
    pools: 'within',
  });
});

test('what is emptied is taken away', () => {
  expect(saidOf(ruleForm, { ...draft, monthMax: '1M', teams: 'web' }, draft)).toEqual({ monthMax: null, teams: null });
});

test('credits that are missing or no amount are found before the API is asked', () => {
  expect(
    Object.keys(ruleForm.faults({ ...ruleForm.fresh, monthMax: 'much', daysMax: 'two' }, { name: 'small' })).toSorted(),
  ).toEqual(['creditsMax', 'daysMax', 'monthMax', 'personMonthMax']);
  expect(ruleForm.faults(draft, { name: 'small' })).toEqual({});
});

test('a rule is put in words, and one without a limit for all says so', () => {
  const words = ruleWords({ ...draft, teams: 'web' }).join(' ');

  expect(words).toMatch(/members of web .* 5,000 credits/u);
  expect(words).toContain('10,000 credits a month');
  expect(words).toContain('no limit for all');
  expect(ruleWords({ ...draft, monthMax: '1M' }).join(' ')).toContain('at most 1,000,000');
});

test('each version stands beside the one before it, the newest first', () => {
  const facts = { at: '2026-03-15T08:00:00.000Z', by: 'ann', way: 'command' };
  const rows = [
    { ...facts, version: 1, terms: { creditsMax: 1 } },
    { ...facts, version: 2, terms: { creditsMax: 2 } },
    { ...facts, version: 3, terms: null },
  ];

  expect(versionsOf(rows).map(({ version, before, after }) => [version, before, after])).toEqual([
    [3, { creditsMax: 2 }, null],
    [2, { creditsMax: 1 }, { creditsMax: 2 }],
    [1, null, { creditsMax: 1 }],
  ]);
});
