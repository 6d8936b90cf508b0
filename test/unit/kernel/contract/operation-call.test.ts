import { expect, test } from 'vitest';

import { operationCall, readAnswer } from '../../../../shared/kernel/contract/operation-call.ts';

test('parameters of a call stand in its path, everything else in its query, and what is absent in neither', () => {
  const given = { scope: 'team:a/b c', window: 'month', as: 'x&y', until: undefined };

  const call = operationCall('showBudget', given, {});

  expect(call).toEqual({
    method: 'GET',
    address: '/budgets/team%3Aa%2Fb%20c/month?as=x%26y',
    headers: { accept: 'application/json' },
    body: undefined,
  });
});

test.for([
  ['a version', 'v1', { 'if-match': '"v1"' }],
  ['that it was absent', 'absent', { 'if-none-match': '*' }],
  ['nothing', undefined, {}],
] as const)('an edit that saw %s says so', ([, seen, header]) => {
  const call = operationCall('setTeam', { name: 'web', body: { members: [] } }, { seen, idempotencyKey: 'k' });

  expect(call?.body).toBe('{"members":[]}');
  expect(call?.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': 'k',
    ...header,
  });
});

test('no call is made of an operation that there is not', () => {
  expect(operationCall('makeCoffee', {}, {})).toBeUndefined();
});

test('an answer that is not JSON has no content', async () => {
  expect(await readAnswer(new Response('<html>'))).toEqual({});
  expect(await readAnswer(new Response('[1]', { headers: { etag: '"7"' } }))).toEqual({ content: [1], version: '7' });
});
