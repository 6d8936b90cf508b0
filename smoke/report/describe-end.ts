import type { Style } from '../../local/terminal/style.ts';
import { type SmokeEnd, statusOf } from './smoke-document.ts';

/** The last lines: what is left of the test, and what it came to. */
export function describeEnd(end: SmokeEnd, { colors }: Style): string {
  const { checked, madeTables, tablesLeft } = end;
  const count = (kind: string): number => checked.filter(({ result }) => result.kind === kind).length;
  const counts = `${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`;
  const status = statusOf(end);
  const verdict = {
    ok: colors.green(`All is well: ${counts}.`),
    failed: colors.red(`Not well: ${counts}.`),
    stopped: colors.yellow(`Stopped: ${counts}.`),
  };
  return [
    '',
    tablesLeft.length === 0
      ? madeTables
        ? 'The temporary tables are gone.'
        : 'No table was made.'
      : colors.red(`${tablesLeft.length} temporary tables are left. Delete them: npm run smoke -- --clean --min-age 0`),
    verdict[status],
    '',
  ].join('\n');
}
