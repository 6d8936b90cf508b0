import { CreateTableCommand, type CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { FakeAws } from '../fake-aws.ts';
import type { Assembly } from './assembly.ts';
import type { Resolve } from './resolve-template.ts';

const Table = z.object({
  AttributeDefinitions: z.array(z.unknown()),
  KeySchema: z.array(z.unknown()),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: z.array(z.unknown()).optional(),
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
});
const Parameter = z.object({ Name: z.string(), Value: z.string() });
const Secret = z.object({ GenerateSecretString: z.object({ PasswordLength: z.int().default(32) }) });

/** Each resource of a type: its logical id, what `Ref` gives of it, and its properties with references resolved. */
export function resourcesOf({ templates }: Assembly, resolve: Resolve, type: string) {
  return [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => ({
        id,
        reference: String(resolve(stack, { Ref: id })),
        properties: resolve(stack, Properties),
      })),
  );
}

/** Makes the tables of the templates in an engine; gives their names by logical id, without the hash at its end. */
export async function createDeployedTables(
  assembly: Assembly,
  resolve: Resolve,
  dynamo: DynamoDBDocumentClient,
): Promise<Readonly<Record<string, string>>> {
  const tables = resourcesOf(assembly, resolve, 'AWS::DynamoDB::Table');
  for (const { reference, properties } of tables) {
    const { StreamSpecification, ...rest } = Table.parse(properties);
    const input = {
      ...rest,
      TableName: reference,
      ...(StreamSpecification !== undefined && {
        StreamSpecification: { ...StreamSpecification, StreamEnabled: true },
      }),
    };
    await dynamo.send(new CreateTableCommand(input as CreateTableCommandInput));
  }
  return Object.fromEntries(
    tables.map(({ id, reference }) => [id.replace(/[0-9A-F]{8}$/u, '').toLowerCase(), reference]),
  );
}

/** What an admin puts into the secret of the platform's key. */
const platformKey = 'owner-key';

/** Fills parameters and secrets as the templates have them. */
export function fillAccount(assembly: Assembly, resolve: Resolve, { parameters, secrets }: FakeAws): void {
  for (const { properties } of resourcesOf(assembly, resolve, 'AWS::SSM::Parameter')) {
    const { Name, Value } = Parameter.parse(properties);
    parameters.set(Name, Value);
  }
  for (const { id, reference, properties } of resourcesOf(assembly, resolve, 'AWS::SecretsManager::Secret')) {
    const { PasswordLength } = Secret.parse(properties).GenerateSecretString;
    secrets.set(reference, id.startsWith('PlatformKey') ? platformKey : id.slice(0, 1).repeat(PasswordLength));
  }
}
