import { expect, test } from 'vitest';

import { releaseDataContext } from '../../infra/release-data.ts';
import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { buildApp, stackNamed, synthesize, testConfig } from './synthesized.ts';

function dataStacksWhen(released: string) {
  const app = buildApp(testConfig, { context: { [releaseDataContext]: released } });
  const stacks = synthesize(app);
  return {
    acme: stackNamed(stacks, 'Curfew-test-acme-Data'),
    globex: stackNamed(stacks, 'Curfew-test-globex-Data'),
    isProtected: (id: string) => app.synth().getStackByName(id).terminationProtection,
  };
}

test('the data of the organization that is let go may be deleted, all but what is locked', () => {
  const { acme, isProtected } = dataStacksWhen('acme');

  const tables = [...acme.resources('AWS::DynamoDB::Table').values()];
  expect(tables).toHaveLength(Object.keys(tableDefinitions).length);
  const locked = (type: string): boolean => type.startsWith('AWS::S3::Bucket');
  // What is locked in a bucket cannot be removed by anybody, and a deletion that tries would fail.
  for (const resource of [...acme.resources().values()].filter(({ Type }) => !locked(Type))) {
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
