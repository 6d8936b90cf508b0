import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { fitProse } from '../../shared/terminal/fit-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { Check, CheckResult } from './check.ts';
import { explainError } from './explain-error.ts';

/** A check without what it needs to be made. */
type CheckName = Omit<Check<unknown>, 'run'>;

/** One check with what it came to. */
export interface CheckedCheck {
  readonly check: CheckName;
  readonly result: CheckResult;
  readonly durationMs: number;
}

export interface CheckObserver {
  begins(check: CheckName): void;
  ends(checked: CheckedCheck): void;
}

/** Raised once the user wants to stop. */
interface Stoppable {
  readonly signal: AbortSignal;
}

/**
 * Runs checks one after the other. One that throws has failed; one that lacks what it needs is skipped. Once the user
 * wants to stop, the one at work is the last.
 */
export async function runChecks<Work extends Stoppable>(
  checks: readonly Check<Work>[],
  work: Work,
  observer: CheckObserver,
): Promise<readonly CheckedCheck[]> {
  const checked: CheckedCheck[] = [];
  for (const check of checks) {
    observer.begins(check);
    const startedMs = performance.now();
    const result = skipReason(check, checked) ?? (await resultOf(check, work));
    const done = { check, result, durationMs: Math.round(performance.now() - startedMs) };
    checked.push(done);
    observer.ends(done);
    if (work.signal.aborted) {
      break;
    }
  }
  return checked;
}

function skipReason({ needs }: CheckName, checked: readonly CheckedCheck[]): CheckResult | undefined {
  const missing = needs.filter((name) => !isWell(checked.find(({ check }) => check.name === name)?.result));
  return missing.length === 0 ? undefined : { kind: 'skipped', reason: `needs ${missing.join(' and ')}` };
}

async function resultOf<Work extends Stoppable>(check: Check<Work>, work: Work): Promise<CheckResult> {
  try {
    return await check.run(work);
  } catch (error) {
    return work.signal.aborted ? { kind: 'skipped', reason: 'stopped' } : explainError(error);
  }
}

function isWell(result: CheckResult | undefined): boolean {
  return result?.kind === 'ok' || result?.kind === 'warning';
}

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
