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

const alarms = buildApp()
  .node.findAll()
  .filter((part) => part instanceof CfnAlarm);

/** The kinds of alarms in the stacks: the same kind of several jobs has one meaning. */
function alarmKinds(): readonly string[] {
  return [...new Set(alarms.map(kindOf))];
}

function kindOf(alarm: CfnAlarm): string {
  return alarm.node.scope?.node.id ?? '';
}

/** What the CDK makes of the place of an alarm ends with eight digits that no guide need know. */
function nameOf(alarm: CfnAlarm): string {
  const stack = alarm.stack.stackName.split('-').at(-1) ?? '';
  const logicalId: unknown = alarm.stack.resolve(alarm.logicalId);
  return `${kindOf(alarm)} of ${stack}: ${String(logicalId).replace(/[0-9A-F]{8}$/u, '')}`;
}

test('every alarm of the templates has its paragraph, and no paragraph is of an alarm that is not there', () => {
  const paragraphs = [...chapter('Alarms').matchAll(/^### (\w+)\n\n\w/gm)].map(([, kind = '']) => kind);

  expect(new Set(paragraphs)).toEqual(new Set(alarmKinds()));
  expect(paragraphs).toHaveLength(alarmKinds().length);
});

test('every alarm stands in the list of alarms by its name, its stack and its meaning, and no other does', () => {
  const rows = [...chapter('Alarms').matchAll(/^\| \[(\w+)\]\(#\w+\) \| (\w+) \| (.*) \|$/gm)];
  const listed = rows.flatMap(([, kind = '', stack = '', names = '']) =>
    names.split(', ').map((name) => `${kind} of ${stack}: ${name.replaceAll('`', '')}`),
  );

  // Each organization has the same.
  expect(listed.toSorted()).toEqual([...new Set(alarms.map(nameOf))].toSorted());
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
