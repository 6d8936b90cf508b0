import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { freeLeases } from '../../../../local/storage/open-storage.ts';

test('leases are freed that somebody had, and a lease that was given back is not written again', async () => {
  const updated: unknown[] = [];
  const rows = [
    { name: 'limits', owner: 'run', fence: 2, expiresAtMs: 1_780_000_000_000 },
    { name: 'controls', owner: 'run', fence: 5, expiresAtMs: 0 },
    { name: 'damaged', owner: 'run', fence: 5 },
  ];
  const send = async ({ input }: { readonly input: { readonly Key?: { readonly name: string } } }) => {
    updated.push(...(input.Key === undefined ? [] : [input.Key.name]));
    return { Items: rows };
  };

  await freeLeases({ send } as unknown as DynamoDBDocumentClient, 'leases');

  expect(updated).toEqual(['limits', 'damaged']);
});
