import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';

const models = (...each: readonly JsonObject[]): JsonObject => ({
  customModels: each.map((own, at) => ({ id: `m${at}`, displayName: `M${at}`, ...own })),
});

test('an edit of one field in three models is one change, which names them', () => {
  const changes = diffControls(models({}, {}, {}), models({ effort: 'high' }, { effort: 'high' }, { effort: 'high' }));

  expect(changes).toMatchObject([{ path: 'customModels[].effort', severity: 'medium', direction: 'changed' }]);
  expect(changes[0]?.sentence).toMatch(/M0.* The same in M1 and M2\./u);
});

test('another value in each of them is a change of each', () => {
  const changes = diffControls(models({}, {}), models({ maxOutputTokens: 1 }, { maxOutputTokens: 2 }));

  expect(changes.map(({ path }) => path)).toEqual([
    'customModels[id=m0].maxOutputTokens',
    'customModels[id=m1].maxOutputTokens',
  ]);
});

test('addresses and keys of several models are a change of each', () => {
  const changes = diffControls(
    models({ baseUrl: 'https://a.example' }, { baseUrl: 'https://a.example' }),
    models({ baseUrl: 'https://b.example' }, { baseUrl: 'https://b.example' }),
  );

  expect(changes).toHaveLength(2);
});
