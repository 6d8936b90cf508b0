import type { Finding, FindingAction } from '../kernel/runs/finding.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { observationOf, type Observation } from '../notifications/observation.ts';
import type { Attempt } from './computer-record.ts';
import type { ComputerDecision, Next } from './decide-computer.ts';
import { describeMissing, describeNext, describeUnknownWords, describeVerdict } from './describe-computer.ts';
import type { DesiredFleet, UnlistedComputer } from './desired-fleet.ts';

export interface ComputerSeen {
  readonly decision: ComputerDecision;
  readonly done?: Attempt;
}

/** Returns the observation about a computer; undefined if it works or makes progress. */
export function observeComputer(seen: ComputerSeen): Observation | undefined {
  const { desired, unknownWords } = seen.decision;
  const said = sayingOf(seen);
  if (said === undefined) {
    return undefined;
  }
  const { name, entry } = desired;
  const words = unknownWords.length === 0 ? [] : [describeUnknownWords(unknownWords)];
  return observationOf({
    ...said,
    key: name,
    owners: entry.owner === undefined ? [] : [entry.owner],
    headline: describeVerdict(seen.decision),
    details: [...said.details, ...words],
    resolvedHeadline: `The computer ${name} ${resolved[said.topic]}`,
  });
}

const resolved = {
  'computer-missing': 'is there, or is not asked for any more',
  'computer-failed': 'is not in error any more',
  'computer-hangs': 'does not hang any more',
  'computer-unknown': 'stands as the platform says again',
} as const;

interface Saying extends Pick<Observation, 'fingerprint' | 'severity' | 'details'> {
  readonly topic: keyof typeof resolved;
}

function sayingOf({ decision, done }: ComputerSeen): Saying | undefined {
  const { verdict, next } = decision;
  switch (verdict.kind) {
    case 'active':
    case 'provisioning':
      return undefined;
    case 'missing':
    case 'gone':
      // A computer that was just created is no longer missing.
      return done?.status === 'done'
        ? undefined
        : {
            topic: 'computer-missing',
            fingerprint: `${verdict.kind}/${formOf(next, done)}`,
            severity: 'medium',
            details: [describeMissing(decision), describeNext(next, done)],
          };
    case 'failed':
      return {
        topic: 'computer-failed',
        fingerprint: `${verdict.step?.name ?? ''}/${formOf(next, done)}`,
        severity: 'medium',
        details: [
          verdict.step?.error === undefined ? 'The platform gives no error' : `It says: ${verdict.step.error}`,
          describeNext(next, done),
        ],
      };
    case 'hangs':
      return {
        topic: 'computer-hangs',
        fingerprint: verdict.step?.name ?? '',
        severity: 'medium',
        details: ['Curfew cannot help there: the platform retries one step alone, and only after it failed'],
      };
    case 'unknown':
      return {
        topic: 'computer-unknown',
        fingerprint: 'status',
        severity: 'low',
        details: ['Nothing is done there until the platform says more'],
      };
  }
}

/** Returns the computer as a finding of the run, a created one too. */
export function findingOfComputer(seen: ComputerSeen): Finding | undefined {
  const { decision, done } = seen;
  const action = actionOf(decision.next, done);
  const observation = observeComputer(seen);
  if (observation !== undefined) {
    const { topic: kind, severity, headline, details } = observation;
    return { kind, subject: decision.desired.name, severity, detail: [headline, ...details].join('. '), action };
  }
  return action === null
    ? undefined
    : {
        kind: 'computer-created',
        subject: decision.desired.name,
        severity: 'info',
        detail: describeNext(decision.next, done),
        action,
      };
}

function actionOf(next: Next, done: ComputerSeen['done']): FindingAction | null {
  if (done !== undefined) {
    return { kind: done.action, status: done.status };
  }
  return next.kind === 'act' ? { kind: next.action, status: 'proposed' } : null;
}

/** Waiting and retrying share one form, so that people are not notified of each retry. */
function formOf(next: Next, done: ComputerSeen['done']): string {
  if (next.kind === 'give-up') {
    return 'given-up';
  }
  return done === undefined && next.kind === 'act' ? 'proposed' : 'tried';
}

const namedMax = 5;

/** Problems of the list itself; at most one condition per kind. */
export function observeFleetList(
  { doubles, leftOut, computers }: DesiredFleet,
  invalid: readonly { readonly key: string; readonly problem: string }[],
): readonly Observation[] {
  const common = { topic: 'fleet-list', severity: 'low' } as const;
  const twice = observationOf({
    ...common,
    key: 'doubles',
    fingerprint: doubles.map(({ name }) => name).join(),
    headline: `${counted(doubles.length, 'computer')} of the fleet list ${doubles.length === 1 ? 'has' : 'have'} more than one entry`,
    details: doubles.slice(0, namedMax).map(({ name, entries }) => `${name}: ${entries.join(', ')}; the first counts`),
  });
  const tooMany = observationOf({
    ...common,
    key: 'too-many',
    fingerprint: 'too-many',
    severity: 'medium',
    headline: `${counted(leftOut, 'computer')} of the fleet list ${leftOut === 1 ? 'is' : 'are'} not watched`,
    details: [`Curfew watches ${computers.length}, the first by name. Split the list among several installations.`],
  });
  const unreadable = invalid.slice(0, namedMax).map(({ key, problem }) =>
    observationOf({
      ...common,
      key: `invalid ${key}`,
      fingerprint: problem,
      headline: `The entry ${key} of the fleet list cannot be read and is left out`,
      details: [problem],
    }),
  );
  return [...(doubles.length === 0 ? [] : [twice]), ...(leftOut === 0 ? [] : [tooMany]), ...unreadable];
}

/** Computers in use that are not listed. The platform shows only their ids, not their names. */
export function observeUnlisted(unlisted: readonly UnlistedComputer[]): readonly Observation[] {
  return unlisted.map(({ computerId, sessions }) =>
    observationOf({
      topic: 'computer-unlisted',
      key: computerId,
      fingerprint: 'seen',
      severity: 'low',
      headline: `A computer that is not on the fleet list ran ${counted(sessions, 'session')}: ${computerId}`,
      details: [
        'The platform names no computer by its id: look it up in the web application, and add it to the list or leave it.',
      ],
    }),
  );
}
