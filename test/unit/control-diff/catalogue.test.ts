import { expect, test } from 'vitest';
import * as z from 'zod';

import { catalogue, labelOf, ruleOf } from '../../../shared/control-diff/catalogue/catalogue.ts';
import type { FieldRule } from '../../../shared/control-diff/catalogue/field-rule.ts';
import { enterpriseSettings } from '../../../shared/controls/platform/enterprise-settings.ts';
import { severities } from '../../../shared/notifications/severity.ts';

test('every documented setting, nested ones included, has a rule', () => {
  const documented = fieldsOf(z.toJSONSchema(enterpriseSettings, { io: 'input', unrepresentable: 'any' }), '');

  expect(documented.filter((field) => !ruled.has(field))).toEqual([]);
  expect(documented.length).toBeGreaterThan(60);
});

test('no rule is for a setting that is not documented', () => {
  const documented = new Set(fieldsOf(z.toJSONSchema(enterpriseSettings, { io: 'input', unrepresentable: 'any' }), ''));
  const known = [...ruled].filter((field) => field !== 'customModels[]');

  expect(known.filter((field) => !documented.has(field))).toEqual([]);
});

test('no setting has two rules, and no two settings have the same words', () => {
  expect(new Set(catalogue.map(({ field }) => field)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ label }) => label)).size).toBe(catalogue.length);
});

test.each(catalogue)('$field says why it matters, how to undo it and which controls it touches', (rule) => {
  expect(rule.label).toMatch(/^\p{Lu}.*[^.]$/u);
  expect(rule.why).toMatch(/^\p{Lu}.*\.$/u);
  expect(rule.remedy).toMatch(/^\p{Lu}.*\.$/u);
  expect(rule.controlIds).toEqual(expect.arrayContaining(['CC7.1', 'CC8.1', 'A.8.9', 'A.8.32']));
  expect(rule.version ?? 1).toBeGreaterThan(0);
  expect(severities).toContain(rule.shape.severity);
});

test.each(catalogue.flatMap(({ dormantWhile = [] }) => dormantWhile))(
  '$field is a switch that leaves others dormant',
  ({ field }) => {
    expect(ruleOf(field)?.shape.kind).toBe('switch');
  },
);

test.each([
  'mcpPolicy.allowlist',
  'modelPolicy.allowedModelIds',
  'modelPolicy.allowedBaseUrls',
  'strictKnownMarketplaces',
  'networkPolicy.allowedIps',
  'managedComputersAllowedEmails',
  'byomComputersAllowedEmails',
])('for %s an empty list and a missing one are two things', (field) => {
  const shape = ruleOf(field)?.shape;

  expect(shape).toMatchObject({ kind: 'set', reach: { unset: expect.not.stringMatching('as-empty') as string } });
});

test('a field that the catalogue lacks is named by its path', () => {
  expect(labelOf('sandbox.enabled')).toBe('Isolation of commands (sandbox)');
  expect(labelOf('sandbox.newThing')).toBe('sandbox.newThing');
});

/** Fields as platform-api.md nests them: the members of an ordered rule or of a keyed set stand in the rule's shape. */
const ruled: ReadonlySet<string> = new Set(catalogue.flatMap((rule) => documentedBy(rule)));

function documentedBy({ field, shape }: FieldRule): readonly string[] {
  if (shape.kind === 'ordered') {
    return shape.parts.map((part) => `${field}[].${part}`);
  }
  return shape.kind === 'set' && shape.isOfSources === true ? [`${field}[].repo`] : [field];
}

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function fieldsOf(schema: object, path: string): readonly string[] {
  const { anyOf, properties, items } = schema as Schema;
  if (anyOf !== undefined) {
    return [
      ...new Set(
        anyOf.filter((each) => !('type' in each) || each.type !== 'null').flatMap((each) => fieldsOf(each, path)),
      ),
    ];
  }
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([key, each]) => fieldsOf(each, path === '' ? key : `${path}.${key}`));
  }
  return items !== undefined && (items.properties ?? items.anyOf) !== undefined ? fieldsOf(items, `${path}[]`) : [path];
}
