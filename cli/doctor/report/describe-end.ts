import type { Style } from '../../../shared/terminal/style.ts';
import { type TrialEnd, statusOf } from './trial-document.ts';

/** The last lines: what is left of the test, and what it came to. */
export function describeEnd(end: TrialEnd, { colors }: Style): string {
  const { checked } = end;
  const count = (kind: string): number => checked.filter(({ result }) => result.kind === kind).length;
  const counts = `${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`;
  const status = statusOf(end);
  const verdict = {
    ok: colors.green(`All is well: ${counts}.`),
    failed: colors.red(`Not well: ${counts}.`),
    stopped: colors.yellow(`Stopped: ${counts}.`),
  };
  return [describeRemoval(end, colors), verdict[status], ''].join('\n');
}

function describeRemoval({ madeTables, removal: { left, problem } }: TrialEnd, colors: Style['colors']): string {
  if (left.length === 0) {
    return madeTables ? 'The temporary tables are gone.' : 'No table was made.';
  }
  return [
    colors.red(`${left.length} temporary tables are left${problem === undefined ? '' : `: ${problem}`}`),
    'What to do: curfew doctor --clean --min-age 0',
  ].join('\n');
}
