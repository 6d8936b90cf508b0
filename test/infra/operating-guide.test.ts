import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { pascalCase } from '../../infra/pascal-case.ts';
import { tableDefinitions } from '../../shared/contracts/tables.ts';
import { buildApp } from './synthesized.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8');

/** What stands under a heading of the second level. */
function chapter(heading: string): string {
  return guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** The kinds of alarms in the stacks: the same kind of several jobs has one meaning. */
function alarmKinds(): readonly string[] {
  const alarms = buildApp()
    .node.findAll()
    .filter((part) => part instanceof CfnAlarm);
  return [...new Set(alarms.map((alarm) => alarm.node.scope?.node.id ?? ''))];
}

test('every alarm of the templates has its paragraph, and no paragraph is of an alarm that is not there', () => {
  const paragraphs = [...chapter('Alarms').matchAll(/^### (\w+)\n\n\w/gm)].map(([, kind = '']) => kind);

  expect(new Set(paragraphs)).toEqual(new Set(alarmKinds()));
  expect(paragraphs).toHaveLength(alarmKinds().length);
});

test('what becomes of it when it is restored is said for every table, and for no other', () => {
  const [, ...rows] = [...chapter('Restoring a table').matchAll(/^\| ([\w, ]+) \|/gm)].map(([, names = '']) => names);

  const named = rows.flatMap((names) => names.split(', '));

  expect(named.toSorted()).toEqual(Object.keys(tableDefinitions).map(pascalCase).toSorted());
});

test('every command of this project that the guide names is there', () => {
  const commands = [...guide.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name);

  expect(commands).toContain('deploy');
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(commands));
});
