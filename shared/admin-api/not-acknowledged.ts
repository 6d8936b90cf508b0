import type { AcknowledgeOutcome } from '../application/notifications/acknowledge.ts';
import { reasonLengthMax, type AcknowledgeRefusal } from '../domain/notifications/conditions/acknowledge.ts';
import { Problem } from './problem.ts';

/** Why nothing was acknowledged. */
export function notAcknowledged(outcome: Exclude<AcknowledgeOutcome, { readonly kind: 'acknowledged' }>): Problem {
  switch (outcome.kind) {
    case 'busy':
      return new Problem('held', 'A run is in progress and may change the alert; try again when it has ended');
    case 'not-there':
      return new Problem('not-found', 'There is no open alert of that id; see "alerts list --all"');
    case 'refused':
      return acknowledgementRefused(outcome.reason);
  }
}

/** Why an acknowledgement is refused, and what to do about it. */
export function acknowledgementRefused(reason: AcknowledgeRefusal): Problem {
  switch (reason) {
    case 'not-in-alarm':
      return new Problem('conflict', 'That alert is resolved; there is nothing to acknowledge');
    case 'no-reason':
      return wrong('reason', 'is empty; say why the alert is acceptable');
    case 'reason-too-long':
      return wrong('reason', `is longer than ${reasonLengthMax} characters; say it shorter`);
    case 'reason-not-one-line':
      return wrong('reason', 'must be one line without control characters');
    case 'until-has-passed':
      return wrong('until', 'has passed; give today or a later day');
  }
}

function wrong(field: string, problem: string): Problem {
  // The command line has options of these names.
  return new Problem('invalid-input', `--${field} ${problem}`, { fields: [{ field, problem }] });
}
