import { counted } from '../kernel/texts/amounts.ts';
import type { ComputerDecision, Next } from './decide-computer.ts';

export interface ComputersPlan {
  readonly decisions: readonly ComputerDecision[];
  readonly creationHeld?: string;
}

/** With fewer missing computers, they are judged one by one. */
const goneMin = 3;
const goneShare = 0.5;

/** Bounds what one run creates: if most known computers appear missing, only approved creations are made. */
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
    ? `The platform no longer shows ${gone.length} of ${counted(known.length, 'computer')} that it had`
    : undefined;
}
