import { counted } from '../texts/counted.ts';
import type { ComputerDecision, Next } from './decide-computer.ts';

/** What a run does about the computers that it has read. */
export interface ComputersPlan {
  readonly decisions: readonly ComputerDecision[];
  /** Why nothing is created but what somebody approved; absent where that may be. */
  readonly creationHeld?: string;
}

/** At least so many computers must be gone before that is no accident of one of them. */
const goneMin = 3;
const goneShare = 0.5;

/**
 * Bounds what one run creates. A platform that says of most known computers that there are none is more likely to be
 * another organization, or to be broken, than to have lost them: then nothing is created but what somebody approved.
 */
export function planComputers(decisions: readonly ComputerDecision[], createsMax: number): ComputersPlan {
  const creationHeld = whyNothingIsCreated(decisions);
  let creations = 0;
  const bounded = decisions.map((decision): ComputerDecision => {
    const { next } = decision;
    if (next.kind !== 'act' || next.action !== 'create' || next.allowedBy === 'nobody') {
      return decision;
    }
    if (creationHeld !== undefined && next.allowedBy === 'settings') {
      return { ...decision, next: { ...next, allowedBy: 'nobody' } };
    }
    creations += 1;
    return creations <= createsMax ? decision : { ...decision, next: nextRun(createsMax) };
  });
  return { decisions: bounded, creationHeld };
}

function nextRun(createsMax: number): Next {
  return { kind: 'wait', why: `a run creates at most ${createsMax}; the next one goes on` };
}

function whyNothingIsCreated(decisions: readonly ComputerDecision[]): string | undefined {
  const known = decisions.filter(({ record }) => record.found !== undefined);
  const gone = known.filter(({ verdict }) => verdict.kind === 'gone');
  return gone.length >= goneMin && gone.length > known.length * goneShare
    ? `The platform shows none of ${gone.length} of ${counted(known.length, 'computer')} that it had`
    : undefined;
}
