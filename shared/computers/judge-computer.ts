import { isInstallStep, type SeenComputer, type SeenStep, meaningOf, type StepWords } from './seen-computer.ts';

export type Verdict =
  | { readonly kind: 'active' }
  /** It was being provisioned when read, with recent progress. */
  | { readonly kind: 'provisioning'; readonly step?: SeenStep }
  | { readonly kind: 'hangs'; readonly step?: SeenStep; readonly sinceMs: number }
  /** `isInstall`: this step can be retried. Without a step the platform did not say where it failed. */
  | { readonly kind: 'failed'; readonly step?: SeenStep; readonly isInstall: boolean }
  /** The platform gave no status, or one that its document does not name. */
  | { readonly kind: 'unknown' };

interface JudgedWith {
  readonly words: StepWords;
  readonly nowMs: number;
  readonly hangsAfterMinutes: number;
  readonly lastActionAtMs?: number | undefined;
}

/** Judges a computer by its own, documented status; steps only say where it stands. */
export function judgeComputer(computer: SeenComputer, known: JudgedWith): Verdict {
  const { status = 'other', steps = [] } = computer;
  switch (status) {
    case 'active':
      return { kind: 'active' };
    case 'error':
      return failure(steps, known);
    case 'provisioning':
      return progress(computer, known);
    case 'other':
      return { kind: 'unknown' };
  }
}

function failure(steps: readonly SeenStep[], { words }: JudgedWith): Verdict {
  const step =
    steps.find(({ error }) => error !== undefined) ?? steps.find(({ word }) => meaningOf(word, words) === 'failed');
  return step === undefined
    ? { kind: 'failed', isInstall: false }
    : { kind: 'failed', isInstall: isInstallStep(step), step };
}

function progress(computer: SeenComputer, known: JudgedWith): Verdict {
  const step = computer.steps?.find((each) => !isOver(each, known.words));
  const at = step === undefined ? {} : { step };
  const sinceMs = lastMoveMs(computer, known);
  return known.nowMs - sinceMs >= known.hangsAfterMinutes * 60_000
    ? { kind: 'hangs', ...at, sinceMs }
    : { kind: 'provisioning', ...at };
}

/** Returns step status words of a computer with unknown meaning. */
export function unknownWords({ steps = [] }: SeenComputer, words: StepWords): readonly string[] {
  const unknown = steps.flatMap(({ word }) =>
    word !== undefined && meaningOf(word, words) === 'unknown' ? [word] : [],
  );
  return [...new Set(unknown)];
}

function isOver(step: SeenStep, words: StepWords): boolean {
  return step.completedAtMs !== undefined || meaningOf(step.word, words) === 'finished';
}

/** A time in the future comes from a wrong clock and is no sign of progress. */
function lastMoveMs({ createdAtMs, steps = [] }: SeenComputer, { nowMs, lastActionAtMs = 0 }: JudgedWith): number {
  const moves = steps.flatMap(({ startedAtMs = 0, completedAtMs = 0 }) => [startedAtMs, completedAtMs]);
  const past = [createdAtMs, lastActionAtMs, ...moves].filter((ms) => ms <= nowMs);
  return past.length === 0 ? nowMs : Math.max(...past);
}
