import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { expect, test } from 'vitest';

import { pascalCase } from '../../infra/stack-names.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { buildApp } from './synthesized.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const guide = readFileSync(join(docs, 'operating.md'), 'utf8');
const alarmsPage = join(docs, 'alarms.md');
const alarmsGuide = readFileSync(alarmsPage, 'utf8');

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

/** The CDK appends eight digits to the path of an alarm, which no guide needs. */
function nameOf(alarm: CfnAlarm): string {
  const logicalId: unknown = alarm.stack.resolve(alarm.logicalId);
  return String(logicalId).replace(/[0-9A-F]{8}$/u, '');
}

/** The paragraphs of alarms, in their order. */
function paragraphs(): readonly string[] {
  return [...alarmsGuide.matchAll(/^## (\w+)\n\n\w/gm)].map(([, kind = '']) => kind);
}

/** The organization that asks for nothing, and the one that asks for an alarm of its own for each job. */
const organizations = ['globex', 'acme'] as const;

/** A row for each kind of alarms in a stack: its paragraph, the stack, its names in the order of the jobs. */
function alarmTable(organization: string): string {
  const rows = paragraphs().flatMap((kind) => {
    const ofKind = alarms.filter(
      (alarm) => kindOf(alarm) === kind && alarm.stack.stackName.includes(`-${organization}-`),
    );
    return [...Map.groupBy(ofKind, stackOf)].map(([stack, inStack]) => {
      const names = inStack.map((alarm) => `\`${nameOf(alarm)}\``);
      return `| [${kind}](#${kind.toLowerCase()}) | ${stack} | ${names.join(', ')} |\n`;
    });
  });
  return rows.join('');
}

/** Without the names of stage and organization. */
function stackOf(alarm: CfnAlarm): string {
  return alarm.stack.stackName.split('-').at(-1) ?? '';
}

test('every alarm of the templates has its paragraph, and no paragraph is of an alarm that is not there', () => {
  expect(new Set(paragraphs())).toEqual(new Set(alarmKinds()));
  expect(paragraphs()).toHaveLength(alarmKinds().length);
});

test('the list of alarms has every alarm by its name, its stack and its meaning, and no other', async () => {
  const tables = organizations.map(alarmTable);
  let shownTables = 0;
  const shown = alarmsGuide.replace(/(?:^\| \[\w+\]\(#\w+\) \| \w+ \| `.*\n)+/gmu, () => tables[shownTables++] ?? '');

  expect(shownTables).toBe(tables.length);
  await expect(shown).toMatchFileSnapshot(alarmsPage);
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
