import { describeUncapped } from '../../caps/uncapped.ts';
import type { VoidOutcome } from '../../enforcement/use-cases/void-runs.ts';
import type { FoundPerson } from '../../explanation/find-person.ts';
import { reasonLengthMax, type AcknowledgeRefusal } from '../../notifications/conditions/acknowledge.ts';
import { muteDaysMax, mutesMax, type Mute } from '../../notifications/mute.ts';
import type { AcknowledgeOutcome } from '../../notifications/use-cases/acknowledge.ts';
import type { MuteOutcome } from '../../notifications/use-cases/mute-alerts.ts';
import { quotedValue } from '../records/contract/fields/quoted-value.ts';
import { meantWord } from '../texts/nearest-word.ts';
import { plainText } from '../texts/plain-text.ts';
import { addDays, dayText } from '../time/day.ts';
import { Problem } from './problem.ts';

/** Why an operation that is about a user's cap has nothing to show. */
export function noCapOf(email: string, found: Exclude<FoundPerson, { kind: 'person' }>): Problem {
  switch (found.kind) {
    case 'nobody':
      return unknownEmail(email, found.near);
    case 'uncappable':
      return new Problem(
        'not-found',
        `${plainText(email)} cannot be capped: ${describeUncapped(found.uncappable.reason)}`,
        { facts: { reason: found.uncappable.reason } },
      );
    case 'left':
      return new Problem(
        'not-found',
        `${plainText(email)} left the roster on ${found.user.goneSince === undefined ? 'an unknown day' : dayText(found.user.goneSince)} and has no cap to keep; see "npx curfew explain"`,
        { facts: { reason: 'left' } },
      );
  }
}

/** An unknown email, with similar ones. */
export function unknownEmail(email: string, near: readonly string[]): Problem {
  const hint =
    near.length === 0
      ? 'the roster is read with every run, so a newcomer is known after the next one'
      : `did you mean ${near.map(plainText).join(', ')}?`;
  return new Problem('not-found', `No one has the email ${plainText(email)}; ${hint}`, { facts: { near } });
}

/** There is no team of this name: says which of those that are seen was perhaps meant. */
export function unknownTeam(name: string, seen: readonly string[]): Problem {
  const instead = plainText(meantWord(name, seen, 'see "npx curfew teams list"'));
  return new Problem('not-found', `There is no team ${quotedValue(name)}; ${instead}`);
}

/** Why nothing was acknowledged. */
export function notAcknowledged(outcome: Exclude<AcknowledgeOutcome, { readonly kind: 'acknowledged' }>): Problem {
  switch (outcome.kind) {
    case 'busy':
      return new Problem('held', 'A run is in progress and may change the alert; try again when it has ended');
    case 'not-there':
      return new Problem('not-found', 'There is no open alert of that id; see "npx curfew alerts list --all"');
    case 'refused':
      return acknowledgementRefused(outcome.reason);
  }
}

/** Why nothing was muted or unmuted. */
export function notMuted(outcome: Exclude<MuteOutcome, { readonly kind: 'done' }>): Problem {
  switch (outcome.kind) {
    case 'busy':
      return new Problem('held', 'A run is in progress and may change the alerts; try again when it has ended');
    case 'not-there':
      return new Problem('not-found', 'There is no mute of that id in force; see "npx curfew alerts mutes"');
    case 'too-far':
      return new Problem(
        'invalid-input',
        `${outcome.until} is more than ${muteDaysMax} days ahead; give a day from ${outcome.today} to ${addDays(outcome.today, muteDaysMax)}`,
      );
    case 'muted-already':
      return mutedAlready(outcome.mute);
    case 'no-such-subject':
      return unknownSubject(outcome);
    case 'refused':
      return mutingRefused(outcome.reason);
  }
}

function mutedAlready({ muteId, until, by }: Mute): Problem {
  return new Problem(
    'conflict',
    `These alerts are muted already, through ${dayText(until)} by ${plainText(by)}; to change that, end it first: npx curfew alerts unmute ${muteId}`,
  );
}

function unknownSubject({ subject, known }: { readonly subject: string; readonly known: readonly string[] }): Problem {
  const instead = meantWord(
    subject,
    known,
    'give an email, the scope of a budget, a computer, a session or a repository',
  );
  return new Problem(
    'invalid-input',
    `No alert of this kind is about ${quotedValue(subject)}, and no person or budget has that name; ${plainText(instead)}`,
  );
}

function mutingRefused(reason: AcknowledgeRefusal | 'too-many'): Problem {
  if (reason === 'too-many') {
    return new Problem(
      'conflict',
      `${mutesMax} mutes are in force, the most at once; end one with "npx curfew alerts unmute"`,
    );
  }
  return reason === 'needs-security'
    ? new Problem(
        'invalid-input',
        'Alerts of this kind are evidence about the controls and cannot be muted; acknowledge each with "npx curfew alerts ack"',
      )
    : acknowledgementRefused(reason);
}

/** Why no run was declared void. */
export function notVoided(outcome: Exclude<VoidOutcome, { readonly kind: 'void' }>): Problem {
  switch (outcome.kind) {
    case 'not-held':
      return new Problem(
        'conflict',
        'No run is ahead of the clock, so that nothing is held; see "npx curfew runs list"',
      );
    case 'another':
      return new Problem(
        'conflict',
        `Runs are held until ${outcome.until}, not until that moment; name this one if the clock was wrong`,
      );
    case 'behind':
      return new Problem(
        'conflict',
        `The platform has reported all of ${outcome.day}, which is not over by this clock: the clock is behind, and the runs are right; set the clock`,
      );
    case 'busy':
      return new Problem('held', 'A run is in progress; try again when it has ended');
  }
}

/** Why an acknowledgement is refused, and what to do about it. */
export function acknowledgementRefused(reason: AcknowledgeRefusal): Problem {
  switch (reason) {
    case 'not-in-alarm':
      return new Problem('conflict', 'That alert is resolved; there is nothing to acknowledge');
    case 'needs-security':
      return new Problem(
        'not-allowed',
        'Alerts about the controls are acknowledged by those who may decide on the controls; it takes the role security',
      );
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
