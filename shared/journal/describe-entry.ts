import { budgetTitle } from '../budgets/budget-title.ts';
import { isPoolScope, parseScope } from '../budgets/scope.ts';
import { windowKinds } from '../budgets/window.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { creditsText, shortCredits } from '../kernel/texts/credits.ts';
import { capital, someNames } from '../kernel/texts/some-names.ts';
import { describeFields } from './describe-fields.ts';
import type { JournalKind } from './journal-entry.ts';
import {
  amountOf,
  amountText,
  after,
  creditsOf,
  dayOf,
  did,
  hasText,
  personOf,
  recordIn,
  scopeText,
  textOf,
  textsIn,
  type ReadEntry,
} from './read-entry.ts';

/** Says an entry in one sentence without a full stop, subject first: `maria set the monthly budget of team web to 9M`. */
export function describeEntry(entry: ReadEntry): string {
  const kind = Object.hasOwn(sentences, entry.kind) ? (entry.kind as JournalKind) : undefined;
  return kind === undefined ? did(entry, `: ${entry.kind.replaceAll('-', ' ')}`) : sentences[kind](entry);
}

const sentences: Readonly<Record<JournalKind, (entry: ReadEntry) => string>> = {
  'entry-refused': ({ subject = 'an entry' }) => `A second, different entry for ${subject} was refused`,
  'run-asked': (entry) => did(entry, `started ${jobRun(textOf(entry, 'job'))}`),
  'run-finished': describeRun,
  'runs-voided': (entry) => did(entry, `let runs continue that a wrong clock held${because(entry)}`),
  'roster-changed': describeRoster,
  'day-suspect': (entry) =>
    `Usage of ${dayOf(entry.subject)} is in doubt: ${textsIn(entry.detail['doubts']).join('; ')}`,
  'day-complete': (entry) => `Usage of ${dayOf(entry.subject)} is complete: ${creditsOf(entry, 'totalCredits')}`,
  'day-restated': (entry) =>
    `The platform corrected the usage of ${dayOf(entry.subject)} from ${creditsOf(entry, 'totalBefore')} to ${creditsOf(entry, 'totalAfter')}: ${counted(amountOf(entry, 'userCount') ?? 0, 'person changes', 'people change')}`,
  'cap-changed': describeLimit,
  'cap-renewed': (entry) => `Limit of ${personOf(entry)} set again to ${creditsOf(entry, 'to')}: no change`,
  'cap-failed': (entry) =>
    `Limit of ${personOf(entry)} not changed to ${creditsOf(entry, 'to')}${after(entry, 'problem')}`,
  'cap-unknown': (entry) =>
    `Limit of ${personOf(entry)} sent as ${creditsOf(entry, 'to')} without an answer${after(entry, 'problem')}`,
  'alert-told': (entry) => `Alert sent to ${someNames(textsIn(entry.detail['to']))}: ${textOf(entry, 'headline')}`,
  'alert-acknowledged': (entry) =>
    did(
      entry,
      `${hasText(entry, 'until') ? `snoozed through ${dayOf(textOf(entry, 'until'))}` : 'acknowledged'} the alert “${textOf(entry, 'headline')}”${because(entry)}`,
    ),
  'alerts-muted': (entry) =>
    did(entry, `muted ${mutedAlerts(entry)} through ${dayOf(textOf(entry, 'until'))}${because(entry)}`),
  'alerts-unmuted': (entry) => did(entry, `unmuted ${mutedAlerts(entry)}`),
  'mail-returned': (entry) =>
    `Mail to ${entry.subject} not delivered (${textOf(entry, 'what')})${after(entry, 'detail')}`,
  'recipient-cleared': (entry) => did(entry, `allowed mail to ${entry.subject} again`),
  'controls-told': describeReport,
  'controls-acknowledged': (entry) =>
    did(entry, `acknowledged the change of ${textOf(entry, 'subject')}${because(entry)}`),
  'baseline-approved': (entry) =>
    did(entry, `approved version ${amountOf(entry, 'version') ?? 1} of the controls baseline`),
  'exception-added': (entry) => did(entry, `added the exception of ${entry.subject}${until(entry)}${because(entry)}`),
  'exception-ended': (entry) => did(entry, `ended the exception of ${entry.subject}`),
  'announcement-added': (entry) => did(entry, `announced a change of ${entry.subject}${because(entry)}`),
  'announcement-ended': (entry) => did(entry, `ended the announcement of ${entry.subject}`),
  'budget-changed': describeBudget,
  'team-changed': (entry) => edited(entry, scopeText(entry.subject)),
  'settings-changed': (entry) => edited(entry, 'the settings'),
  'session-policy-changed': (entry) => edited(entry, `the session policy ${entry.subject?.replace(/^[^:]+:/u, '')}`),
  'session-acted': describeAction,
  'session-restored': describeAction,
  'computer-changed': (entry) => edited(entry, `the computer ${entry.subject}`),
  'readiness-target-changed': (entry) => edited(entry, `the readiness target ${entry.subject}`),
  'computer-action-approved': (entry) => did(entry, `approved: ${textOf(entry, 'action')} computer ${entry.subject}`),
  'computer-action': (entry) =>
    `Computer ${entry.subject}: ${textOf(entry, 'action')} ${textOf(entry, 'status')}${after(entry, 'problem')}`,
  'top-up-added': (entry) =>
    did(
      entry,
      `gave ${scopeText(entry.subject)} ${creditsOf(entry, 'credits')}${takenFrom(entry)} from ${dayOf(textOf(entry, 'from'))} through ${dayOf(textOf(entry, 'to'))}${because(entry)}`,
    ),
  'top-up-ended': (entry) =>
    did(entry, `ended the top-up of ${creditsOf(entry, 'credits')} for ${scopeText(entry.subject)}`),
  'top-up-changed': (entry) => edited(entry, `a top-up of ${scopeText(entry.subject)}`),
  'exemption-added': (entry) =>
    did(entry, `exempted ${scopeText(entry.subject)} through ${dayOf(textOf(entry, 'until'))}${because(entry)}`),
  'exemption-ended': (entry) => did(entry, `ended the exemption of ${scopeText(entry.subject)}`),
  'exemption-changed': (entry) => edited(entry, `an exemption of ${scopeText(entry.subject)}`),
  'request-asked': (entry) =>
    did(entry, `asked for ${creditsOf(entry, 'credits')} through ${dayOf(textOf(entry, 'until'))}${because(entry)}`),
  'request-decided': describeDecision,
  'request-withdrawn': (entry) => did(entry, `withdrew the request for ${creditsOf(entry, 'credits')}`),
  'hook-token-made': (entry) => did(entry, `made a hook token for ${scopeText(entry.subject)}`),
  'hook-token-revoked': (entry) => did(entry, `revoked a hook token of ${scopeText(entry.subject)}`),
  'calendar-address-made': (entry) => did(entry, `made a calendar address for ${scopeText(entry.subject)}`),
  'calendar-address-revoked': (entry) => did(entry, `revoked a calendar address of ${scopeText(entry.subject)}`),
  'hook-invited': (entry) => did(entry, `invited ${someNames(textsIn(entry.detail['people']))} to install the hook`),
  'request-rule-changed': (entry) => edited(entry, `the ${entry.subject}`),
  'channel-changed': (entry) => edited(entry, `the ${entry.subject}`),
  'plan-held': (entry) => `Plan ${textOf(entry, 'plan')} needs approval: ${firstSentence(textOf(entry, 'detail'))}`,
  'plan-approved': (entry) => did(entry, `approved plan ${textOf(entry, 'plan')}`),
  'plan-rejected': (entry) =>
    did(entry, `rejected plan ${textOf(entry, 'plan')} with ${counted(amountOf(entry, 'changes') ?? 0, 'change')}`),
  'plan-applied': (entry) => did(entry, `applied plan ${textOf(entry, 'plan')}`),
};

function describeLimit(entry: ReadEntry): string {
  const [from, to] = [amountOf(entry, 'from'), amountOf(entry, 'to') ?? 0];
  if (textOf(entry, 'reason') === 'lifted') {
    return `Limit of ${personOf(entry)} removed${from === undefined ? '' : ` (was ${shortCredits(from)})`}: no budget applies`;
  }
  const changed =
    from === undefined
      ? `set to ${shortCredits(to)}`
      : from === to
        ? `set again to ${shortCredits(to)}`
        : `${from < to ? 'raised' : 'lowered'} from ${apart(from, to)}`;
  return `Limit of ${personOf(entry)} ${changed}${budgetBehind(entry)}`;
}

/** Two amounts in three digits, or in all where these are the same. */
function apart(from: number, to: number): string {
  const write = shortCredits(from) === shortCredits(to) ? creditsText : shortCredits;
  return `${write(from)} to ${write(to)}`;
}

/** The budget that decides a limit, and what it leaves the person. */
function budgetBehind({ detail: { binding } }: ReadEntry): string {
  const { scope, window, headroomCredits } = recordIn(binding);
  const [parsed, span] = [parseScope(String(scope)), windowKinds.find((each) => each === window)];
  if (parsed === undefined || span === undefined || typeof headroomCredits !== 'number') {
    return '';
  }
  const title = budgetTitle({ scope: parsed, window: span }, 'their');
  const left = shortCredits(headroomCredits);
  if (isPoolScope(parsed)) {
    return headroomCredits === 0 ? `: ${title} has nothing left for them` : `: ${left} is their share of ${title}`;
  }
  return headroomCredits === 0 ? `: ${title} is used up` : `: ${left} remaining of ${title}`;
}

function describeRun(entry: ReadEntry): string {
  const { runId = 'a', detail } = entry;
  const facts = [
    ...partOf(amountOf(entry, 'capsChanged'), (count) => counted(count, 'limit changed', 'limits changed')),
    ...partOf(amountOf(entry, 'capsFailed'), (count) => counted(count, 'limit failed', 'limits failed')),
    ...partOf(amountOf(entry, 'findings'), (count) => counted(count, 'finding')),
    ...partOf(amountOf(entry, 'alerts'), (count) => counted(count, 'alert')),
    ...(typeof detail['held'] === 'string' ? [firstSentence(detail['held'])] : textsIn(detail['problems']).slice(0, 1)),
  ];
  const said = facts.length === 0 && amountOf(entry, 'capsChanged') === 0 ? ['no limit changed'] : facts;
  const { [textOf(entry, 'status')]: ended = `ended (${textOf(entry, 'status')})` } = runEnds;
  return `${capital(jobRun(/^[a-z]+/u.exec(runId)?.[0] ?? runId))} ${ended}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}

const runEnds: Readonly<Record<string, string>> = {
  complete: 'finished',
  partial: 'finished in part',
  held: 'waits for a decision',
  failed: 'failed',
};

/** A fact that is said only where it counts something. */
function partOf(count: number | undefined, say: (count: number) => string): readonly string[] {
  return count === undefined || count === 0 ? [] : [say(count)];
}

function jobRun(job: string): string {
  return `the ${job} run`;
}

function describeRoster(entry: ReadEntry): string {
  const facts = [
    ...partOf(amountOf(entry, 'joined'), (count) => `${counted(count, 'person', 'people')} joined`),
    ...partOf(amountOf(entry, 'left'), (count) => `${counted(count, 'person', 'people')} left`),
    ...partOf(amountOf(entry, 'emailChanged'), (count) => counted(count, 'email changed', 'emails changed')),
  ];
  return `Roster changed: ${facts.join(', ')}`;
}

function describeReport({ detail }: ReadEntry): string {
  const { count } = recordIn(detail['revisions']);
  const facts = [
    ...partOf(typeof count === 'number' ? count : 0, (all) => `${counted(all, 'revision')} read`),
    ...partOf(textsIn(detail['alarms']).length, (all) => counted(all, 'alert')),
    ...partOf(textsIn(detail['over']).length, (all) => `${counted(all, 'alert')} closed`),
  ];
  return `Report on the platform’s settings${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
}

function describeBudget(entry: ReadEntry): string {
  const { subject = '', detail } = entry;
  const [scope, window] = [parseScope(subject), windowKinds.find((each) => each === detail['window'])];
  const title =
    scope === undefined || window === undefined ? `the budget of ${subject}` : budgetTitle({ scope, window });
  const [before, next] = [recordIn(detail['before']), recordIn(detail['after'])];
  if (detail['after'] === null || before['amount'] === next['amount']) {
    return edited(entry, title);
  }
  const rest = describeFields(before, { ...next, amount: before['amount'] });
  const was = detail['before'] === null ? 'new' : `was ${amountText(before['amount'])}`;
  const more = detail['before'] === null || rest.length === 0 ? '' : `; ${rest.join(', ')}`;
  return did(entry, `set ${title} to ${amountText(next['amount'])} (${was})${more}`);
}

function edited(entry: ReadEntry, title: string): string {
  const { before, after: next } = entry.detail;
  if (next === null || before === null || before === undefined) {
    return did(entry, `${next === null ? 'removed' : 'added'} ${title}`);
  }
  const changes = describeFields(recordIn(before), recordIn(next));
  return did(entry, `changed ${title}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}`);
}

function describeDecision(entry: ReadEntry): string {
  const [given, asked] = [amountOf(entry, 'given') ?? 0, amountOf(entry, 'credits')];
  const rule = hasText(entry, 'rule') ? ` by rule ${textOf(entry, 'rule')}` : '';
  const whose = `the request of ${scopeText(entry.subject)}`;
  const decided =
    textOf(entry, 'state') === 'denied'
      ? `denied ${whose} for ${creditsOf(entry, 'credits')}`
      : `approved ${given === asked ? '' : `${shortCredits(given)} of `}${whose} for ${creditsOf(entry, 'credits')}`;
  return did(entry, `${decided}${rule}${after(entry, 'why')}`);
}

const sessionStates: Readonly<Record<string, string>> = {
  done: 'acted on',
  failed: 'could not act on',
  unknown: 'got no answer about',
  restored: 'restored',
  kept: 'left as changed since',
};

function describeAction(entry: ReadEntry): string {
  const state = sessionStates[textOf(entry, 'state')] ?? 'acted on';
  const reason = hasText(entry, 'reason') ? `, ${textOf(entry, 'reason')}` : '';
  const how = `${textOf(entry, 'action')} by policy ${textOf(entry, 'policy')}${reason}${after(entry, 'problem')}`;
  return did(entry, `${state} ${(entry.subject ?? '').replace(':', ' ')}: ${how}`);
}

function mutedAlerts(entry: ReadEntry): string {
  return `alerts “${textOf(entry, 'alerts').replaceAll('-', ' ')}”${hasText(entry, 'subject') ? ` of ${textOf(entry, 'subject')}` : ''}`;
}

function takenFrom(entry: ReadEntry): string {
  return hasText(entry, 'takenFrom') ? ` of ${textOf(entry, 'takenFrom')}` : '';
}

function because(entry: ReadEntry): string {
  return after(entry, 'reason');
}

function until(entry: ReadEntry): string {
  return hasText(entry, 'until') ? ` through ${dayOf(textOf(entry, 'until'))}` : '';
}

function firstSentence(said: string): string {
  return said.split('. ')[0] ?? said;
}
