import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { expect, test } from 'vitest';

import cdk from '../../cdk.json' with { type: 'json' };
import { isSoak } from '../world/rounds.ts';
import { buildApp, synthesize } from './synthesized.ts';

function templates(context: Readonly<Record<string, unknown>> = {}) {
  return synthesize(buildApp(undefined, { context })).map(({ id, template }) => [id, template.toJSON()]);
}

test.runIf(isSoak)('a flag of the CDK that cdk.json leaves out would change nothing in any template', () => {
  const leftOut = Object.entries(CURRENTLY_RECOMMENDED_FLAGS).filter(([flag]) => !(flag in cdk.context));

  const changed = templates(Object.fromEntries(leftOut));

  expect(leftOut.length).toBeGreaterThan(0);
  expect(changed).toEqual(templates());
});

test('stacks hold on to what they use of each other: a table is not taken away from under its functions', () => {
  const text = JSON.stringify(templates());

  expect(text).toContain('"Fn::ImportValue"');
  expect(text).not.toContain('"Fn::GetStackOutput"');
});
