import { beforeAll, expect, test } from 'vitest';

import { pascalCase } from '../../infra/stack-names.ts';
import { type TableDefinition, tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize, withoutAssetHashes } from './synthesized.ts';

let stack: SynthesizedStack;

beforeAll(() => {
  stack = stackNamed(synthesize(buildApp()), 'Curfew-test-acme-Data');
});

const definitions: readonly (readonly [string, TableDefinition])[] = Object.entries(tableDefinitions);

test.each(definitions)('the table %s has the keys, index and stream of its definition', (key, definition) => {
  const { partitionKey, sortKey, sparseIndex, stream } = definition;

  const table = [...stack.resources('AWS::DynamoDB::Table')].find(([id]) => id.startsWith(pascalCase(key)))?.[1];

  expect(table?.Properties['KeySchema']).toEqual(keySchema(partitionKey, sortKey));
  expect(table?.Properties['GlobalSecondaryIndexes']).toEqual(
    sparseIndex && [
      {
        IndexName: sparseIndex.name,
        KeySchema: keySchema(sparseIndex.partitionKey, sparseIndex.sortKey),
        Projection:
          sparseIndex.shows === undefined
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: sparseIndex.shows },
      },
    ],
  );
  expect(table?.Properties['StreamSpecification']).toEqual(
    stream && { StreamViewType: stream === 'keys' ? 'KEYS_ONLY' : 'NEW_AND_OLD_IMAGES' },
  );
});

test('there are no other tables', () => {
  expect(stack.resources('AWS::DynamoDB::Table').size).toBe(definitions.length);
});

test('every table is on demand, encrypted, restorable to a point in time, and not deleted by mistake', () => {
  for (const table of stack.resources('AWS::DynamoDB::Table').values()) {
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
      },
    });
  }
  expect.hasAssertions();
});

test('the keys of platform, fingerprints and links are secrets without a value, and survive the stack', () => {
  const secrets = [...stack.resources('AWS::SecretsManager::Secret').values()];

  const kept = { DeletionPolicy: 'Retain', Properties: { GenerateSecretString: {} } };
  expect(secrets).toMatchObject([kept, kept, kept]);
  expect(secrets.filter(({ Properties }) => 'SecretString' in Properties)).toEqual([]);
});

test('nothing has a physical name', () => {
  for (const { Properties } of stack.resources().values()) {
    expect(Object.keys(Properties)).not.toContain('TableName');
    expect(Object.keys(Properties)).not.toContain('Name');
  }
  expect.hasAssertions();
});

test('the template equals its reviewed snapshot', () => {
  expect(withoutAssetHashes(stack)).toMatchSnapshot();
});

function keySchema(partitionKey: string, sortKey?: string) {
  const hash = { AttributeName: partitionKey, KeyType: 'HASH' };
  return sortKey === undefined ? [hash] : [hash, { AttributeName: sortKey, KeyType: 'RANGE' }];
}
