import type { Observation } from '../notifications/observation.ts';
import type { Finding, FindingAction } from '../runs/finding.ts';
import type { Attempt } from './computer-record.ts';
import type { ComputerDecision, Next } from './decide-computer.ts';
import { describeMissing, describeNext, describeVerdict } from './describe-computer.ts';

/** What a run saw of one computer and did there. */
export interface ComputerSeen {
  readonly decision: ComputerDecision;
  /** What the run did; absent where it did nothing. */
  readonly done?: Pick<Attempt, 'action' | 'status' | 'problem'>;
}

/** What there is to say of a computer: nothing of one that works, or comes along. */
export function observeComputer({ decision, done }: ComputerSeen): Observation | undefined {
  const { desired, verdict, next } = decision;
  const { name, entry } = desired;
  const common = {
    key: name,
    owners: entry.owner === undefined ? [] : [entry.owner],
    notifiesAdmins: true,
    resolvesAfterNights: 1,
  };
  switch (verdict.kind) {
    case 'active':
    case 'provisioning':
      return undefined;
    case 'missing':
    case 'gone':
      // One that was just created is missing no more.
      return done?.status === 'done'
        ? undefined
        : {
            ...common,
            topic: 'computer-missing',
            fingerprint: `${verdict.kind}/${formOf(next, done)}`,
            severity: next.kind === 'give-up' ? 'high' : 'medium',
            headline: describeVerdict(decision),
            details: [describeMissing(decision), describeNext(next, done)],
            resolvedHeadline: `The computer ${name} is there`,
          };
    case 'failed':
      return {
        ...common,
        topic: 'computer-failed',
        fingerprint: `${verdict.step?.name ?? ''}/${formOf(next, done)}`,
        severity: next.kind === 'act' || next.kind === 'wait' ? 'medium' : 'high',
        headline: describeVerdict(decision),
        details: [
          verdict.step?.error === undefined ? 'The platform gives no error.' : `It says: ${verdict.step.error}`,
          describeNext(next, done),
        ],
        resolvedHeadline: `The computer ${name} has not failed any more`,
      };
    case 'hangs':
      return {
        ...common,
        topic: 'computer-hangs',
        fingerprint: verdict.step?.name ?? '',
        severity: 'medium',
        headline: describeVerdict(decision),
        details: ['Curfew cannot help there: the platform retries one step alone, and only after it failed.'],
        resolvedHeadline: `The computer ${name} does not hang any more`,
      };
    case 'unknown':
      return {
        ...common,
        topic: 'computer-unknown',
        fingerprint: 'status',
        severity: 'low',
        headline: describeVerdict(decision),
        details: ['Nothing is done there until the platform says more.'],
        resolvedHeadline: `The platform says how the computer ${name} stands`,
      };
  }
}

/** A computer as the findings of a run have it, one that was created too. */
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

/** Waiting and trying again is one form: people hear when it begins, when it waits for them, and when it is given up. */
function formOf(next: Next, done: ComputerSeen['done']): string {
  if (next.kind === 'give-up') {
    return 'given-up';
  }
  return done === undefined && next.kind === 'act' ? 'proposed' : 'tried';
}
