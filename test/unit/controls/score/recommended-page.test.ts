import { join } from 'node:path';

import { expect, test } from 'vitest';

import { recommendedControls } from '../../../../shared/controls/score/recommended-controls.ts';
import { severities } from '../../../../shared/notifications/severity.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

test('the page of the recommended baseline is its catalogue', async () => {
  const chapters = severities.flatMap((severity) => {
    const rows = recommendedControls
      .filter((rule) => rule.severity === severity)
      .map(({ id, title, field, rationale }) => rowOf([id, title, `\`${field}\``, rationale]));
    const head = ['', rowOf(['rule', 'it asks for', 'setting', 'why']), '| --- | --- | --- | --- |'];
    return rows.length === 0
      ? []
      : ['', `## ${severity.charAt(0).toUpperCase()}${severity.slice(1)}`, ...head, ...rows];
  });

  const page = [
    '# The recommended baseline',
    '',
    '```sh',
    'npx curfew controls score                  # the settings in force, and how to mend each rule that fails',
    'npx curfew controls score proposed.json',
    '```',
    '',
    'It judges settings by the rules below ([how](controls-check.md#score)). With `--json`, `controlIds` has the controls of SOC 2, ISO 27001:2022 and NIST CSF 2.0 that each rule belongs to. `npx vitest run test/unit/controls/score -u` writes this page from the catalogue.',
    ...chapters,
    '',
  ].join('\n');

  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'recommended-controls.md'));
});
