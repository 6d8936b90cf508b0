import { observationOf, type Observation } from '../notifications/observation.ts';
import type { SessionFinding, SessionFindingKind } from './find-sessions.ts';
import { actionId, shownAction, type TakenAction, type WantedAction } from './session-action.ts';

const titleCharsMax = 80;

const resolvedWords: Readonly<Record<SessionFindingKind, string>> = {
  'over-ceiling': 'it is over, or under the ceiling now',
  unusual: 'it is over, or not unusual any more',
  'running-long': 'it runs no more',
  'pending-long': 'it waits no more',
  'error-loop': 'it has left the errors behind, or is over',
};

export interface ActionsOf {
  readonly wanted: readonly WantedAction[];
  readonly taken: ReadonlyMap<string, TakenAction>;
}

/** Returns a finding as a condition; external text such as the title is cut here and escaped by the mail. */
export function observeFinding(finding: SessionFinding, actions: ActionsOf): Observation {
  const { kind, session, severity, what, degree } = finding;
  const { sessionId, title, computerId, model } = session;
  const facts = [
    ...(title === undefined ? [] : [`Title: ${cut(title)}`]),
    ...(model === undefined ? [] : [`Model: ${cut(model)}`]),
    ...(computerId === undefined ? [] : [`Computer: ${cut(computerId)}`]),
  ];
  return observationOf({
    topic: `session-${kind}`,
    key: sessionId,
    fingerprint: `${kind}/${degree}`,
    severity,
    headline: `The session ${sessionId} ${what}`,
    details: [...facts, ...describeActions(sessionId, actions), `See it with: npx curfew sessions show ${sessionId}`],
    resolvedHeadline: `The session ${sessionId}: ${resolvedWords[kind]}`,
  });
}

export function observeAction(action: TakenAction): Observation {
  const { sessionId, kind, policy, problem = 'what became of it is not known' } = action;
  return observationOf({
    topic: 'session-action-failed',
    key: actionId(action),
    fingerprint: action.state,
    severity: 'high',
    headline: `The action “${kind}” on the session ${sessionId} did not come out as it should`,
    details: [problem, `The policy “${policy}” wanted it: ${action.reason}`],
    resolvedHeadline: `The action “${kind}” on the session ${sessionId} is settled`,
  });
}

function describeActions(sessionId: string, { wanted, taken }: ActionsOf): readonly string[] {
  return wanted
    .filter((each) => each.sessionId === sessionId)
    .flatMap((each) => {
      const shown = shownAction(each, taken.get(actionId(each)));
      if (shown === null) {
        return [];
      }
      const words = {
        proposed: 'Proposed',
        done: 'Done',
        failed: 'Failed',
        unknown: 'Sent, outcome not known',
      } as const;
      return [`${words[shown.status]}: ${each.kind}, by the policy “${each.policy}”`];
    });
}

function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length <= titleCharsMax ? text : `${letters.slice(0, titleCharsMax - 1).join('')}…`;
}
