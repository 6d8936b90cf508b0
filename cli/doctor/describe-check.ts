import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { fitProse } from '../../shared/terminal/fit-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { CheckResult } from './check.ts';
import type { CheckName } from './run-checks.ts';

const width = 100;
const nameWidth = 14;
const indent = ' '.repeat(11 + nameWidth);

/** One check as it ended: the mark, its name, what it proves, and what was seen. Without a line end. */
export function describeCheck(
  { name, proves }: Pick<CheckName, 'name' | 'proves'>,
  { result, durationMs }: { readonly result: CheckResult; readonly durationMs: number },
  { colors }: Style,
): string {
  const took = durationMs >= 1_000 ? ` (${(durationMs / 1000).toFixed(1)} s)` : '';
  const head = `${colors.bold(name.padEnd(nameWidth))}${fitProse(`${indent}${proves}${took}`, width).trimStart()}`;
  const detail = (text: string): string => fitProse(`${indent}${plainText(text)}`, width);
  switch (result.kind) {
    case 'ok':
      return [`  ${colors.green('ok')}       ${head}`, ...result.facts.map((fact) => colors.dim(detail(fact)))].join(
        '\n',
      );
    case 'warning':
    case 'failed': {
      const paint = result.kind === 'failed' ? colors.red : colors.yellow;
      return [
        `  ${paint(result.kind.padEnd(8))} ${head}`,
        paint(detail(result.problem)),
        detail(`What to do: ${result.remedy}.`),
        ...(result.facts ?? []).map((fact) => colors.dim(detail(fact))),
      ].join('\n');
    }
    case 'skipped':
      return [`  ${colors.yellow('skipped')}  ${head}`, colors.dim(detail(result.reason))].join('\n');
  }
}
