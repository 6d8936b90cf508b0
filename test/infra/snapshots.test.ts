import { expect, test } from 'vitest';

import { buildApp, synthesize } from './synthesized.ts';

test('the templates of an organization are as they were when somebody last looked at them', () => {
  const stacks = synthesize(buildApp()).filter(({ id }) => id.startsWith('Curfew-test-acme-'));

  for (const { id, template } of stacks) {
    expect(withoutAssetHashes(template.toJSON())).toMatchSnapshot(id);
  }
  expect(stacks).toHaveLength(2);
});

/** A hash changes with every line of code, and says nothing about what is deployed. */
function withoutAssetHashes(template: unknown): unknown {
  return JSON.parse(JSON.stringify(template).replaceAll(/[0-9a-f]{64}/g, '[asset]'));
}
