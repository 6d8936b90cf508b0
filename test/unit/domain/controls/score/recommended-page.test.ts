import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ruleOf } from '../../../../../shared/domain/controls/diff/catalogue/catalogue.ts';
import { recommendedControls } from '../../../../../shared/domain/controls/score/recommended-controls.ts';
import { severities } from '../../../../../shared/domain/notifications/severity.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');

function controlsOf(field: string): string {
  return ruleOf(field)?.controlIds.join(' ') ?? '';
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

test('the page of the recommended baseline is its catalogue', async () => {
  const rules = severities.flatMap((severity) => recommendedControls.filter((rule) => rule.severity === severity));
  const sets = [...new Set(rules.map(({ field }) => controlsOf(field)))];
  const chapters = severities.flatMap((severity) => {
    const rows = rules
      .filter((rule) => rule.severity === severity)
      .map(({ id, title, field, rationale }) =>
        rowOf([id, title, `\`${field}\``, rationale, String(sets.indexOf(controlsOf(field)) + 1)]),
      );
    const head = ['', rowOf(['rule', 'it asks for', 'setting', 'why', 'set']), '| --- | --- | --- | --- | --- |'];
    return rows.length === 0
      ? []
      : [`## ${severity.charAt(0).toUpperCase()}${severity.slice(1)}`, ...head, ...rows, ''];
  });

  const page = [
    '# The recommended baseline',
    '',
    '```sh',
    'npx curfew controls score                  # the settings in force, and how to mend each rule that fails',
    'npx curfew controls score proposed.json',
    '```',
    '',
    'It judges settings by the rules below ([how](controls-check.md#score)). The last column is the number of the [set of controls](#sets-of-controls) of a rule. `npx vitest run test/unit/domain/controls/score -u` writes this page from the catalogue.',
    '',
    ...chapters,
    '## Sets of controls',
    '',
    'SOC 2 (`CC`), ISO 27001:2022 (`A.`), NIST CSF 2.0.',
    '',
    rowOf(['set', 'controls']),
    '| --- | --- |',
    ...sets.map((controls, index) => rowOf([String(index + 1), controls])),
    '',
  ].join('\n');

  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'recommended-controls.md'));
});
