import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';

const secret = (fingerprint: string): JsonObject => ({ $secret: 'literal', fingerprint });
const model = (id: string, settings: JsonObject): JsonObject => ({ id, model: 'gpt', ...settings });

test('a key and an address are graver together than alone', () => {
  const before = { customModels: [model('a', { apiKey: secret('1'), baseUrl: 'https://eu.acme.io' })] };
  const after = { customModels: [model('a', { apiKey: secret('2'), baseUrl: 'https://us.acme.io' })] };

  const changes = diffControls(before, after);

  expect(changes.map(({ field, severity }) => [field, severity])).toEqual([
    ['customModels[].baseUrl', 'high'],
    ['customModels[].apiKey', 'high'],
  ]);
  expect(changes.every(({ notes }) => notes.some((note) => note.includes('changed together')))).toBe(true);
});

test('a key of one model and an address of another are two changes', () => {
  const before = { customModels: [model('a', { apiKey: secret('1') }), model('b', { baseUrl: 'https://eu.acme.io' })] };
  const after = { customModels: [model('a', { apiKey: secret('2') }), model('b', { baseUrl: 'https://us.acme.io' })] };

  const changes = diffControls(before, after);

  expect(changes.find(({ field }) => field === 'customModels[].apiKey')?.severity).toBe('medium');
});

test('a model that is allowed and still blocked says so', () => {
  const before = { modelPolicy: { allowedModelIds: ['a'], blockedModelIds: ['b'] } };
  const after = { modelPolicy: { allowedModelIds: ['a', 'b'], blockedModelIds: ['b'] } };

  const [change] = diffControls(before, after);

  expect(change).toMatchObject({ severity: 'medium', direction: 'loosened' });
  expect(change?.notes.join(' ')).toContain('also blocks b');
});

test('a model that is unblocked and allowed at once is high in both', () => {
  const before = { modelPolicy: { allowedModelIds: ['a'], blockedModelIds: ['b'] } };
  const after = { modelPolicy: { allowedModelIds: ['a', 'b'], blockedModelIds: [] } };

  expect(diffControls(before, after).map(({ severity }) => severity)).toEqual(['high', 'high']);
});

test.each([
  ['blocked', { blockedModelIds: [] }, { blockedModelIds: ['opus'] }],
  ['off the list of allowed ones', { allowedModelIds: ['opus', 'sonnet'] }, { allowedModelIds: ['sonnet'] }],
])('a model that is now %s names the users whose own rules still allow it', (_, before, after) => {
  const own = {
    userModelPolicies: {
      ann: { allowedModelIds: ['opus'] },
      bob: { allowedModelIds: ['op*'] },
      cem: { allowedModelIds: ['opus'], blockedModelIds: ['opus'] },
      dot: { allowedModelIds: ['sonnet'] },
    },
  };

  const [change] = diffControls({ ...own, modelPolicy: before }, { ...own, modelPolicy: after });

  expect(change).toMatchObject({ direction: 'tightened', severity: 'info' });
  expect(change?.notes).toContain('Rules of their own may still allow it to ann and bob.');
});

test('blocking the model that sessions begin with says that they may fail', () => {
  const before = { sessionDefaultSettings: { model: 'a' }, modelPolicy: { blockedModelIds: [] } };
  const after = { sessionDefaultSettings: { model: 'a' }, modelPolicy: { blockedModelIds: ['a'] } };

  const [change] = diffControls(before, after);

  expect(change).toMatchObject({ direction: 'tightened', severity: 'info' });
  expect(change?.notes).toContainEqual(expect.stringContaining('now blocked'));
});

test('lists of 20,000 entries that contradict each other, and users under them, are told as short ones are', () => {
  const many = <T>(of: (index: number) => T, count = 20_000): readonly T[] =>
    Array.from({ length: count }, (_, i) => of(i));

  const changes = diffControls(
    {},
    {
      commandAllowlist: many((index) => `npm run job-${index}`),
      commandDenylist: many((index) => `rm -rf /x${index}`),
      modelPolicy: { blockedModelIds: many((index) => `vendor/model-${index}`) },
      userModelPolicies: Object.fromEntries(
        many((index) => [`user-${index}`, { allowedModelIds: [`vendor/model-${index % 50}`] }] as const, 500),
      ),
    },
  );

  const users = changes.filter(({ field }) => field === 'userModelPolicies');
  expect(changes.map(({ field }) => field).filter((field) => field !== 'userModelPolicies')).toEqual(
    expect.arrayContaining(['commandAllowlist', 'commandDenylist', 'modelPolicy.blockedModelIds']),
  );
  expect(users).toHaveLength(500);
  expect(users.every(({ severity }) => severity === 'high')).toBe(true);
});
