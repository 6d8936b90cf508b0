import { budgetTitle, scopeName } from '../budgets/budget-title.ts';
import { isPoolScope, parseScope } from '../budgets/scope.ts';
import { windowKinds } from '../budgets/window.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { creditsText, shortCredits } from '../kernel/texts/credits.ts';
import { capital, someNames } from '../kernel/texts/some-names.ts';
import { dayAndMonth, isDay } from '../kernel/time/day.ts';
import { describeFields } from './describe-fields.ts';
import type { JournalEntry, JournalKind } from './journal-entry.ts';

/** An entry as the admin API answers it. */
export interface ReadEntry extends Pick<JournalEntry, 'actor'> {
  readonly kind: string;
  readonly runId?: string | undefined;
  readonly subject?: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Says an entry in one sentence without a full stop, subject first: `maria set the monthly budget of team web to 9M`. */
export function describeEntry(entry: ReadEntry): string {
  const kind = Object.hasOwn(sentences, entry.kind) ? (entry.kind as JournalKind) : undefined;
  return kind === undefined ? did(entry, `: ${entry.kind.replaceAll('-', ' ')}`) : sentences[kind](entry);
}

const sentences: Readonly<Record<JournalKind, (entry: ReadEntry) => string>> = {
  'entry-refused': ({ subject = 'an entry' }) => `A second, different entry for ${subject} was refused`,
  'run-asked': (entry) => did(entry, `started ${jobRun(text(entry, 'job'))}`),
  'run-finished': describeRun,
  'runs-voided': (entry) => did(entry, `let runs continue that a wrong clock held${because(entry)}`),
  'roster-changed': describeRoster,
  'day-suspect': (entry) => `Usage of ${day(entry.subject)} is in doubt: ${texts(entry.detail['doubts']).join('; ')}`,
  'day-complete': (entry) => `Usage of ${day(entry.subject)} is complete: ${credits(entry, 'totalCredits')}`,
  'day-restated': (entry) =>
    `The platform corrected the usage of ${day(entry.subject)} from ${credits(entry, 'totalBefore')} to ${credits(entry, 'totalAfter')}: ${counted(amount(entry, 'userCount') ?? 0, 'person changes', 'people change')}`,
  'cap-changed': describeLimit,
  'cap-renewed': (entry) => `Limit of ${person(entry)} set again to ${credits(entry, 'to')}: no change`,
  'cap-failed': (entry) => `Limit of ${person(entry)} not changed to ${credits(entry, 'to')}${after(entry, 'problem')}`,
  'cap-unknown': (entry) =>
    `Limit of ${person(entry)} sent as ${credits(entry, 'to')} without an answer${after(entry, 'problem')}`,
  'alert-told': (entry) => `Alert sent to ${someNames(texts(entry.detail['to']))}: ${text(entry, 'headline')}`,
  'alert-acknowledged': (entry) =>
    did(
      entry,
      `${has(entry, 'until') ? `snoozed through ${day(text(entry, 'until'))}` : 'acknowledged'} the alert “${text(entry, 'headline')}”${because(entry)}`,
    ),
  'alerts-muted': (entry) =>
    did(entry, `muted ${mutedAlerts(entry)} through ${day(text(entry, 'until'))}${because(entry)}`),
  'alerts-unmuted': (entry) => did(entry, `unmuted ${mutedAlerts(entry)}`),
  'mail-returned': (entry) =>
    `Mail to ${entry.subject} not delivered (${text(entry, 'what')})${after(entry, 'detail')}`,
  'recipient-cleared': (entry) => did(entry, `allowed mail to ${entry.subject} again`),
  'controls-told': describeReport,
  'controls-acknowledged': (entry) =>
    did(entry, `acknowledged the change of ${text(entry, 'subject')}${because(entry)}`),
  'baseline-approved': (entry) =>
    did(entry, `approved version ${amount(entry, 'version') ?? 1} of the controls baseline`),
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
  'computer-action-approved': (entry) => did(entry, `approved: ${text(entry, 'action')} computer ${entry.subject}`),
  'computer-action': (entry) =>
    `Computer ${entry.subject}: ${text(entry, 'action')} ${text(entry, 'status')}${after(entry, 'problem')}`,
  'top-up-added': (entry) =>
    did(
      entry,
      `gave ${scopeText(entry.subject)} ${credits(entry, 'credits')}${takenFrom(entry)} from ${day(text(entry, 'from'))} through ${day(text(entry, 'to'))}${because(entry)}`,
    ),
  'top-up-ended': (entry) =>
    did(entry, `ended the top-up of ${credits(entry, 'credits')} for ${scopeText(entry.subject)}`),
  'top-up-changed': (entry) => edited(entry, `a top-up of ${scopeText(entry.subject)}`),
  'exemption-added': (entry) =>
    did(entry, `exempted ${scopeText(entry.subject)} through ${day(text(entry, 'until'))}${because(entry)}`),
  'exemption-ended': (entry) => did(entry, `ended the exemption of ${scopeText(entry.subject)}`),
  'exemption-changed': (entry) => edited(entry, `an exemption of ${scopeText(entry.subject)}`),
  'request-asked': (entry) =>
    did(entry, `asked for ${credits(entry, 'credits')} through ${day(text(entry, 'until'))}${because(entry)}`),
  'request-decided': describeDecision,
  'request-withdrawn': (entry) => did(entry, `withdrew the request for ${credits(entry, 'credits')}`),
  'hook-token-made': (entry) => did(entry, `made a hook token for ${scopeText(entry.subject)}`),
  'hook-token-revoked': (entry) => did(entry, `revoked a hook token of ${scopeText(entry.subject)}`),
  'calendar-address-made': (entry) => did(entry, `made a calendar address for ${scopeText(entry.subject)}`),
  'calendar-address-revoked': (entry) => did(entry, `revoked a calendar address of ${scopeText(entry.subject)}`),
  'hook-invited': (entry) => did(entry, `invited ${someNames(texts(entry.detail['people']))} to install the hook`),
  'request-rule-changed': (entry) => edited(entry, `the ${entry.subject}`),
  'channel-changed': (entry) => edited(entry, `the ${entry.subject}`),
  'plan-held': (entry) => `Plan ${text(entry, 'plan')} needs approval: ${firstSentence(text(entry, 'detail'))}`,
  'plan-approved': (entry) => did(entry, `approved plan ${text(entry, 'plan')}`),
  'plan-rejected': (entry) =>
    did(entry, `rejected plan ${text(entry, 'plan')} with ${counted(amount(entry, 'changes') ?? 0, 'change')}`),
  'plan-applied': (entry) => did(entry, `applied plan ${text(entry, 'plan')}`),
};

function describeLimit(entry: ReadEntry): string {
  const [from, to] = [amount(entry, 'from'), amount(entry, 'to') ?? 0];
  if (text(entry, 'reason') === 'lifted') {
    return `Limit of ${person(entry)} removed${from === undefined ? '' : ` (was ${shortCredits(from)})`}: no budget applies`;
  }
  const changed =
    from === undefined
      ? `set to ${shortCredits(to)}`
      : from === to
        ? `set again to ${shortCredits(to)}`
        : `${from < to ? 'raised' : 'lowered'} from ${apart(from, to)}`;
  return `Limit of ${person(entry)} ${changed}${budgetBehind(entry)}`;
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
    ...partOf(amount(entry, 'capsChanged'), (count) => counted(count, 'limit changed', 'limits changed')),
    ...partOf(amount(entry, 'capsFailed'), (count) => counted(count, 'limit failed', 'limits failed')),
    ...partOf(amount(entry, 'findings'), (count) => counted(count, 'finding')),
    ...partOf(amount(entry, 'alerts'), (count) => counted(count, 'alert')),
    ...(typeof detail['held'] === 'string' ? [firstSentence(detail['held'])] : texts(detail['problems']).slice(0, 1)),
  ];
  const said = facts.length === 0 && amount(entry, 'capsChanged') === 0 ? ['no limit changed'] : facts;
  const { [text(entry, 'status')]: ended = `ended (${text(entry, 'status')})` } = runEnds;
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
    ...partOf(amount(entry, 'joined'), (count) => `${counted(count, 'person', 'people')} joined`),
    ...partOf(amount(entry, 'left'), (count) => `${counted(count, 'person', 'people')} left`),
    ...partOf(amount(entry, 'emailChanged'), (count) => counted(count, 'email changed', 'emails changed')),
  ];
  return `Roster changed: ${facts.join(', ')}`;
}

function describeReport({ detail }: ReadEntry): string {
  const { count } = recordIn(detail['revisions']);
  const facts = [
    ...partOf(typeof count === 'number' ? count : 0, (all) => `${counted(all, 'revision')} read`),
    ...partOf(texts(detail['alarms']).length, (all) => counted(all, 'alert')),
    ...partOf(texts(detail['over']).length, (all) => `${counted(all, 'alert')} closed`),
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
  const [given, asked] = [amount(entry, 'given') ?? 0, amount(entry, 'credits')];
  const rule = has(entry, 'rule') ? ` by rule ${text(entry, 'rule')}` : '';
  const whose = `the request of ${scopeText(entry.subject)}`;
  const decided =
    text(entry, 'state') === 'denied'
      ? `denied ${whose} for ${credits(entry, 'credits')}`
      : `approved ${given === asked ? '' : `${shortCredits(given)} of `}${whose} for ${credits(entry, 'credits')}`;
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
  const state = sessionStates[text(entry, 'state')] ?? 'acted on';
  const reason = has(entry, 'reason') ? `, ${text(entry, 'reason')}` : '';
  const how = `${text(entry, 'action')} by policy ${text(entry, 'policy')}${reason}${after(entry, 'problem')}`;
  return did(entry, `${state} ${(entry.subject ?? '').replace(':', ' ')}: ${how}`);
}

function mutedAlerts(entry: ReadEntry): string {
  return `alerts “${text(entry, 'alerts').replaceAll('-', ' ')}”${has(entry, 'subject') ? ` of ${text(entry, 'subject')}` : ''}`;
}

function did({ actor }: ReadEntry, what: string): string {
  return `${actor === 'curfew' ? 'Curfew' : actor}${what.startsWith(':') ? what : ` ${what}`}`;
}

function person(entry: ReadEntry): string {
  return has(entry, 'email') ? text(entry, 'email') : (entry.subject ?? 'an unknown user');
}

function scopeText(subject = ''): string {
  const scope = parseScope(subject);
  return scope === undefined ? subject : scopeName(scope);
}

function takenFrom(entry: ReadEntry): string {
  return has(entry, 'takenFrom') ? ` of ${text(entry, 'takenFrom')}` : '';
}

function because(entry: ReadEntry): string {
  return after(entry, 'reason');
}

function until(entry: ReadEntry): string {
  return has(entry, 'until') ? ` through ${day(text(entry, 'until'))}` : '';
}

function after(entry: ReadEntry, field: string): string {
  return has(entry, field) ? `: ${text(entry, field)}` : '';
}

function credits(entry: ReadEntry, field: string): string {
  return amountText(entry.detail[field]);
}

function amountText(value: unknown): string {
  return typeof value === 'number' ? shortCredits(value, 'credits') : typeof value === 'string' ? value : 'unknown';
}

function firstSentence(said: string): string {
  return said.split('. ')[0] ?? said;
}

function day(value: string | undefined): string {
  const first = (value ?? '').slice(0, 10);
  return isDay(first) ? dayAndMonth(first) : (value ?? 'an unknown day');
}

function has({ detail }: ReadEntry, field: string): boolean {
  return typeof detail[field] === 'string' && detail[field] !== '';
}

function text({ detail }: ReadEntry, field: string): string {
  const { [field]: value } = detail;
  return typeof value === 'string' ? value : 'unknown';
}

function amount({ detail }: ReadEntry, field: string): number | undefined {
  const { [field]: value } = detail;
  return typeof value === 'number' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
