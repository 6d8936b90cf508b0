import type { Approval, Attempt, ComputerAction, ComputerRecord } from './computer-record.ts';
import type { DesiredComputer } from './desired-fleet.ts';
import {
  isInstallStep,
  meaningOf,
  type SeenComputer,
  type SeenStep,
  stepRunOf,
  type StepWords,
} from './seen-computer.ts';

type Verdict =
  | { readonly kind: 'active' }
  | { readonly kind: 'provisioning'; readonly step?: SeenStep }
  | { readonly kind: 'hangs'; readonly step?: SeenStep; readonly sinceMs: number }
  /** `isInstall`: this step can be retried. Without a step the platform did not say where it failed. */
  | { readonly kind: 'failed'; readonly step?: SeenStep; readonly isInstall: boolean }
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

export interface ComputerTerms {
  readonly actions: 'propose' | 'act';
  readonly hangsAfterMinutes: number;
  readonly createAttempts: number;
  readonly installRetries: number;
  readonly retryAfterMinutes: number;
}

export type Next =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'act';
      readonly action: ComputerAction;
      readonly cause: string;
      readonly allowedBy: 'settings' | 'approval' | 'nobody';
    }
  | { readonly kind: 'wait'; readonly until?: string; readonly why: string }
  | { readonly kind: 'give-up'; readonly why: string };

export interface ComputerDecision {
  readonly desired: DesiredComputer;
  readonly record: ComputerRecord;
  /** `missing`: the platform never showed a computer of this name. `gone`: it had one. */
  readonly verdict: Verdict | { readonly kind: 'missing' } | { readonly kind: 'gone'; readonly since: string };
  readonly next: Next;
  readonly unknownWords: readonly string[];
}

export interface DecidedWith {
  readonly at: string;
  readonly terms: ComputerTerms;
  readonly words: StepWords;
  readonly approvals: ReadonlyMap<string, Approval>;
}

/** A 404 may be temporary: an existing computer is created again only when it stays away. */
const goneMinutes = 10;

/** Decides about a computer that this run has read. `record` holds the reading. */
export function decideComputer(desired: DesiredComputer, record: ComputerRecord, known: DecidedWith): ComputerDecision {
  const { goneSince, found } = record;
  if (found === undefined) {
    return { desired, record, verdict: { kind: 'missing' }, next: creation(desired, record, known), unknownWords: [] };
  }
  if (goneSince !== undefined) {
    const looked = minutesLater(goneSince, goneMinutes);
    const next: Next =
      known.at < looked
        ? { kind: 'wait', until: looked, why: 'the platform had it before; it is looked for again first' }
        : creation(desired, record, known);
    return { desired, record, verdict: { kind: 'gone', since: goneSince }, next, unknownWords: [] };
  }
  const last = record.attempts.findLast(({ status }) => status !== 'failed');
  const verdict = judgeComputer(found, {
    words: known.words,
    nowMs: Date.parse(known.at),
    hangsAfterMinutes: known.terms.hangsAfterMinutes,
    lastActionAtMs: last === undefined ? undefined : Date.parse(last.at),
  });
  const next: Next =
    verdict.kind === 'failed' && verdict.step !== undefined && verdict.isInstall
      ? retry(verdict.step, record, known)
      : { kind: 'nothing' };
  return { desired, record, verdict, next, unknownWords: unknownWords(found, known.words) };
}

/** The cause names the entry's version: after a correction the creation is tried again. */
function creation(desired: DesiredComputer, record: ComputerRecord, known: DecidedWith): Next {
  const cause = `${record.goneSince === undefined ? 'missing' : `gone ${record.goneSince}`}, entry version ${desired.entry.version}`;
  const tried = record.attempts.filter((attempt) => attempt.action === 'create' && attempt.cause === cause);
  return spaced({ name: desired.name, action: 'create', cause, tried, countMax: known.terms.createAttempts }, known);
}

function retry(step: SeenStep, record: ComputerRecord, known: DecidedWith): Next {
  const { key: cause, isDistinguishable } = stepRunOf(step);
  const tried = record.attempts.filter(({ action }) => action === 'install-deps');
  const last = tried.findLast((attempt) => attempt.cause === cause);
  const problem = last === undefined ? undefined : whyNotAgain(last, isDistinguishable);
  if (problem !== undefined) {
    return { kind: 'give-up', why: problem };
  }
  return spaced(
    { name: record.name, action: 'install-deps', cause, tried, countMax: known.terms.installRetries },
    known,
  );
}

/** A retry whose answer was lost has not happened if the same, distinguishable run of the step is still there. */
function whyNotAgain({ status }: Attempt, isDistinguishable: boolean): string | undefined {
  if (status === 'done' && isDistinguishable) {
    return 'the platform took the retry, and nothing has moved since';
  }
  return status === 'unknown' && !isDistinguishable
    ? 'the answer to the last retry was lost, and the platform does not say whether the step has run since'
    : undefined;
}

function spaced(
  {
    name,
    action,
    cause,
    tried,
    countMax,
  }: {
    readonly name: string;
    readonly action: ComputerAction;
    readonly cause: string;
    readonly tried: readonly Attempt[];
    readonly countMax: number;
  },
  { at, terms, approvals }: DecidedWith,
): Next {
  const last = tried.at(-1);
  if (tried.length >= countMax) {
    return { kind: 'give-up', why: `it was tried ${tried.length === 1 ? 'once' : `${tried.length} times`}` };
  }
  const until = last === undefined ? at : minutesLater(last.at, terms.retryAfterMinutes * 2 ** (tried.length - 1));
  if (last !== undefined && at < until) {
    return { kind: 'wait', until, why: `it was tried ${tried.length} of ${countMax} times` };
  }
  const approval = approvals.get(name);
  const isApproved = approval?.action === action && approval.cause === cause;
  return {
    kind: 'act',
    action,
    cause,
    allowedBy: isApproved ? 'approval' : terms.actions === 'act' ? 'settings' : 'nobody',
  };
}

function minutesLater(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString();
}
