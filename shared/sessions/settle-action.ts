import { isAsAfter, lostTags, type TakenAction } from './session-action.ts';
import type { Session } from './session.ts';

export interface ActionAnswer {
  readonly answer: 'answered' | 'put-off' | 'refused' | 'unknown';
  readonly problem?: string;
  /** `unread`: it could not be read. */
  readonly session: Session | 'gone' | 'unread';
}

type SettledAction = Pick<TakenAction, 'state' | 'problem'>;

export function settleSent(action: TakenAction, { answer, problem, session }: ActionAnswer): SettledAction {
  switch (answer) {
    case 'put-off':
      return { state: 'put-off', ...said(problem) };
    case 'refused':
      return { state: 'failed', ...said(problem) };
    case 'answered':
    case 'unknown':
      break;
  }
  if (session === 'gone') {
    return { state: 'failed', problem: 'the platform has no such session any more' };
  }
  if (session === 'unread') {
    return answer === 'answered' ? { state: 'done' } : { state: 'intended', ...said(problem) };
  }
  if (isAsAfter(session, action)) {
    return doneWith(session, action);
  }
  return answer === 'answered'
    ? { state: 'failed', problem: 'it was taken, and another change came over it at the same time' }
    : { state: 'intended', ...said(problem) };
}

const attemptsMax = 2;

/**
 * Settles an action with an outcome unknown to an earlier run. If it is not there it was not applied, so it may be sent
 * again; after a second time someone undid it, or the platform never accepts it.
 */
export function settleLater(action: TakenAction, session: Session | undefined): SettledAction {
  if (session === undefined) {
    return { state: 'failed', problem: 'the platform has no such session any more' };
  }
  if (isAsAfter(session, action)) {
    return doneWith(session, action);
  }
  return action.attempts < attemptsMax
    ? { state: 'put-off', problem: 'its answer was lost, and the session is as it was before' }
    : {
        state: 'failed',
        problem: 'its answer was lost twice, and the session is as it was before; it is not sent again',
      };
}

function doneWith(session: Session, action: TakenAction): SettledAction {
  const lost = lostTags(session, action);
  return lost.length === 0
    ? { state: 'done' }
    : {
        state: 'done',
        problem: `tags that stood there before are gone since: ${lost.join(', ')}; what came before is in the journal`,
      };
}

function said(problem: string | undefined): Pick<SettledAction, 'problem'> {
  return problem === undefined ? {} : { problem };
}
