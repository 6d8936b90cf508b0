import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';

import cdk from '../../cdk.json' with { type: 'json' };
import { buildStacks } from '../../infra/build-stacks.ts';
import { readConfig } from '../../infra/config.ts';
import { releaseDataContext } from '../../infra/release-data.ts';
import { tableDefinitions } from '../../shared/contracts/tables.ts';
import { stackNamed, synthesize, testConfig } from './synthesized.ts';

function dataStacksWhen(released: string) {
  const app = new App({ context: { ...cdk.context, 'aws:cdk:bundling-stacks': [], [releaseDataContext]: released } });
  buildStacks(app, readConfig(testConfig));
  const stacks = synthesize(app);
  return {
    acme: stackNamed(stacks, 'Curfew-test-acme-Data'),
    globex: stackNamed(stacks, 'Curfew-test-globex-Data'),
    isProtected: (id: string) => app.synth().getStackByName(id).terminationProtection,
  };
}

test('the data of the organization that is let go may be deleted, all of it', () => {
  const { acme, isProtected } = dataStacksWhen('acme');

  const tables = [...acme.resources('AWS::DynamoDB::Table').values()];
  expect(tables).toHaveLength(Object.keys(tableDefinitions).length);
  for (const resource of acme.resources().values()) {
    expect(resource).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
  }
  expect(tables.map(({ Properties }) => Properties['DeletionProtectionEnabled'])).toEqual(tables.map(() => false));
  expect(isProtected('Curfew-test-acme-Data')).toBe(false);
});

test('that of every other organization stays protected', () => {
  const { globex, isProtected } = dataStacksWhen('acme');

  for (const resource of globex.resources().values()) {
    expect(resource).toMatchObject({ DeletionPolicy: 'Retain' });
  }
  expect(isProtected('Curfew-test-globex-Data')).toBe(true);
});
