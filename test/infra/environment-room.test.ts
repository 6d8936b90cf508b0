import { expect, test } from 'vitest';
import * as z from 'zod';

import { readConfig } from '../../infra/config.ts';
import { buildApp, stackNamed, synthesize } from './synthesized.ts';

const [stage, name] = ['s'.repeat(24), 'o'.repeat(24)];
/** What CloudFormation puts in the place of a reference is no longer than the name of a table can get. */
const referenceChars = `Curfew-${stage}-${name}-Data-Recipients12345678-ABCDEFGHIJKLM`.length;

function configOf(adminsCount: number) {
  const admins = Array.from({ length: adminsCount }, (_, index) => `admin-${index}@acme.example`);
  const settings = { admins, mailFrom: 'curfew@acme.example' };
  return {
    stage,
    region: 'eu-central-1',
    organizations: [{ name, baseUrl: 'https://platform.example.com', settings }],
  };
}

function isTaken(adminsCount: number): boolean {
  try {
    return readConfig(configOf(adminsCount)).organizations.length === 1;
  } catch {
    return false;
  }
}

test('the longest configuration that is taken fits into the environment of every function', () => {
  const counts = Array.from({ length: 51 }, (_, count) => count);
  const longest = Math.max(...counts.filter(isTaken));

  const stack = stackNamed(synthesize(buildApp(configOf(longest))), `Curfew-${stage}-${name}-Jobs`);

  const sizes = [...stack.resources('AWS::Lambda::Function').values()].map(({ Properties }) => sizeOf(Properties));
  expect(longest).toBeGreaterThanOrEqual(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
});

/** Characters of the variables of a function as Lambda measures them: one JSON object, in which that of the settings is a text. */
function sizeOf(properties: Readonly<Record<string, unknown>>): number {
  const { Variables } = z
    .object({ Variables: z.record(z.string(), z.union([z.string(), z.looseObject({})])) })
    .parse(properties['Environment']);
  const filledIn = Object.entries(Variables).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : 'x'.repeat(referenceChars),
  ]);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(filledIn)));
}
