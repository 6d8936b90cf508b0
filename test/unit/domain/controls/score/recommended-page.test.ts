import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ruleOf } from '../../../../../shared/domain/controls/diff/catalogue/catalogue.ts';
import { recommendedControls } from '../../../../../shared/domain/controls/score/recommended-controls.ts';
import { severities } from '../../../../../shared/domain/notifications/severity.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

test('the page of the recommended baseline is its catalogue', async () => {
  const rules = severities.flatMap((severity) => recommendedControls.filter((rule) => rule.severity === severity));
  const rows = rules.map(({ id, severity, title, field, rationale, remedy }) =>
    rowOf([id, severity, title, `\`${field}\``, rationale, remedy, ruleOf(field)?.controlIds.join(' ') ?? '']),
  );

  const page = [
    '# The recommended baseline',
    '',
    '`curfew controls score` judges settings by these rules ([how](controls-check.md#score)). `npx vitest run test/unit/domain/controls/score -u` writes this page again from the catalogue.',
    '',
    rowOf(['rule', 'severity', 'what should be so', 'setting', 'why', 'how to mend it', 'controls']),
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');

  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'recommended-controls.md'));
});
