import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { openApiDocument } from '../../../../shared/kernel/api/http/openapi-document.ts';
import { operationRoutes } from '../../../../shared/kernel/contract/routes.ts';

const Described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

async function operations(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { paths } = Described.parse(await openApiDocument('/api'));
  return new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => [each.operationId, each])),
  );
}

describe('the description of the admin API', () => {
  test('has every operation, and 202 for those that start a run alone', async () => {
    const described = await operations();
    const starting = [...described].filter(([, { responses }]) => Object.hasOwn(responses as object, '202'));

    expect([...described.keys()].toSorted()).toEqual([...operationRoutes.keys()].toSorted());
    expect(starting.map(([id]) => id).toSorted()).toEqual(['applyPlan', 'approvePlan', 'startRun']);
  });

  test('says of each field of a record what values it takes, as its codec reads them; null takes one away', async () => {
    const described = await operations();

    expect(described.get('setBudget')).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                amount: {
                  anyOf: [{ anyOf: [{ const: 'unlimited' }, { type: 'integer', minimum: 0 }] }, { type: 'null' }],
                },
                thresholds: {
                  anyOf: [{ type: 'array', items: { type: 'integer', maximum: 1_000 } }, { type: 'null' }],
                },
              },
            },
          },
        },
      },
    });
  });

  test('says of a record what its document has beside its own fields', async () => {
    const described = await operations();
    const schemaOf = (id: string) =>
      z
        .looseObject({ 200: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }) })
        .parse(described.get(id)?.['responses'])['200'].content['application/json']?.schema;

    expect(schemaOf('showTeam')).toMatchObject({
      properties: { members: {}, updatedBy: { type: 'string' }, users: { type: 'array' }, unknownKeys: {} },
      required: expect.arrayContaining(['version', 'users', 'elsewhere', 'unknownKeys']),
    });
    expect(schemaOf('showBudget')).toMatchObject({
      properties: { amount: {}, windowFrom: {}, runsOutOn: {} },
      required: expect.arrayContaining(['updatedAt', 'used', 'left', 'forecast']),
    });
    expect(schemaOf('addExemption')).toMatchObject({
      properties: { exemption: { properties: { until: {}, status: { enum: expect.arrayContaining(['in-force']) } } } },
    });
  });
});
