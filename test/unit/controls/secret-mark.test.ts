import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';

const settingsWith = (apiKey: JsonObject): JsonObject => ({
  customModels: [{ model: 'm', id: 'custom:M-0', index: 0, baseUrl: 'https://llm.corp.example/v1', apiKey }],
});

test('marks of one text are one secret, whatever the rules of their day called it, and of two texts they are two', () => {
  const literal = settingsWith({ $secret: 'literal', fingerprint: 'aaa' });

  expect(diffControls(literal, settingsWith({ $secret: 'reference', fingerprint: 'aaa' }))).toEqual([
    expect.objectContaining({ severity: 'info', quiet: 'format-only' }),
  ]);
  expect(diffControls(literal, settingsWith({ $secret: 'reference', fingerprint: 'bbb' }))).toEqual([
    expect.not.objectContaining({ quiet: 'format-only' }),
  ]);
});
