import { spanWords } from '../../shared/budgets/budget-title.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayAndMonth, dayText, minuteText } from '../../shared/kernel/time/day.ts';
import { countAsking, describeAlertCount } from '../../shared/notifications/alert-order.ts';
import { noAdmin } from '../../shared/notifications/no-admin.ts';
import type { StatusDocument } from '../../shared/status/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { describeLive } from './describe-live.ts';
import { guaranteeLines, poolTable } from './pool-table.ts';

/** So many of each kind fit on one screen. */
const shownMax = 5;
const namedMax = 3;
const poolsMax = 8;
const headlineMax = 120;

/** A status in words: what needs action first, then the state, and the pools at the end. */
export function describeStatus(status: StatusDocument, style: Style): string {
  return [
    ...headline(status, style),
    '',
    ...runLines(status),
    ...section('Stopped', stopLines(status), 'no one'),
    ...section('Held', heldLines(status), 'nothing'),
    ...section('Alerts', alertLines(status), 'none'),
    ...section('Mail', mailLines(status), describeMail(status.mail)),
    ...section(
      'Late',
      some(
        status.late.map(({ detail }) => detail),
        'status --json',
      ),
      'nothing',
    ),
    ...section('Roster', rosterLines(status), 'no one yet'),
    ...section('Ending', endingLines(status), 'no budget within a week'),
    ...(status.live === undefined ? [] : describeLive(status.live)),
    ...watcherLines(status),
    ...poolLines(status, style),
  ].join('\n');
}

function headline(
  { next, dataThrough, running, stopped, counts, admins }: StatusDocument,
  { colors }: Style,
): readonly string[] {
  const figures = `Figures are complete through ${dataThrough === null ? 'no day yet' : dayText(dataThrough)}.`;
  const still = running ? [] : ['Nothing runs on schedule here until it is started: npm start'];
  const asking = countAsking(counts.bySeverity);
  const calm = [
    ...(stopped.length === 0 ? [] : [describeStopCount(stopped.length)]),
    ...(asking === 0 ? [] : [`${counted(asking, 'alert')} to look at`]),
  ];
  const first =
    next === null
      ? [colors.green(calm.length === 0 ? 'All is well.' : `Nothing urgent: ${calm.join('; ')}.`)]
      : [`${colors.red('Do next:')} ${plainText(next.what)}`, `  ${colors.bold(next.command)}`];
  const unheard = admins > 0 ? [] : [`${noAdmin.what}.`, `  ${colors.bold(noAdmin.command)}`];
  return [...first, figures, ...unheard, ...still];
}

/** For a status that asks nothing of an admin, and in which people are stopped all the same. */
function describeStopCount(count: number): string {
  return `${counted(count, 'person is', 'people are')} stopped, as their budgets say`;
}

function runLines({ lastRuns, nextRuns }: StatusDocument): readonly string[] {
  return [
    'Runs',
    ...lastRuns.map(({ job, at, status, cutOff, found }) => {
      const next = nextRuns.find((run) => run.job === job);
      const then = next === undefined ? '' : `, next ${minuteText(next.at)}`;
      const findings = found === null ? '' : `, ${counted(found, 'finding')}`;
      return `  ${job}: ${status ?? openRunText(cutOff)} ${minuteText(at)}${findings}${then}`;
    }),
    ...(lastRuns.length === 0 ? ['  none yet'] : []),
  ];
}

/** How a run stands of which the record does not say how it ended. */
export function openRunText(isCutOff: boolean): string {
  return isCutOff ? 'cut off' : 'not finished';
}

/** What the watchers of computers and readiness know; nothing where they know nothing. */
function watcherLines({ computers, readiness }: StatusDocument): readonly string[] {
  const counts = Object.entries(computers ?? {}).filter(([name, count]) => name === 'listed' || count > 0);
  const fell = readiness === undefined ? '' : `${counted(readiness.regressions, 'criterion', 'criteria')} fell`;
  return [
    ...(counts.length === 0
      ? []
      : [`Computers: ${counts.map(([name, count]) => `${grouped(count)} ${name}`).join(', ')}`]),
    ...(readiness === undefined
      ? []
      : [
          `Readiness: ${counted(readiness.repositories, 'repository', 'repositories')}, ${fell}${readiness.inDoubt > 0 ? `, ${grouped(readiness.inDoubt)} in doubt` : ''}`,
        ]),
  ];
}

function section(title: string, lines: readonly string[], none: string): readonly string[] {
  return lines.length === 0 ? [`${title}: ${none}`] : [title, ...lines.map((line) => `  ${line}`)];
}

function rosterLines({ roster }: StatusDocument): readonly string[] {
  const { people, joined, left, returned, emailChanged, twins, uncappable } = roster;
  const week = [
    [joined, 'joined'],
    [left, 'left'],
    [returned, 'came back'],
    [emailChanged, 'changed their email'],
  ] as const;
  const changes = week.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`]));
  const open = [
    ...(uncappable === 0 ? [] : [`${grouped(uncappable)} cannot be capped`]),
    ...(twins === 0 ? [] : [`${counted(twins, 'address', 'addresses')} that several accounts seem to share`]),
  ];
  const lines = [
    `${counted(people, 'person', 'people')}; in seven days ${changes.join(', ') || 'nothing changed'}`,
    ...open,
  ];
  return people === 0 ? [] : lines;
}

function stopLines({ stopped, stoppedNext, held }: StatusDocument): readonly string[] {
  const byCause = Map.groupBy(stopped, (stop) => causeOf(stop, held));
  const causes = [...byCause].toSorted(([, a], [, b]) => b.length - a.length);
  const lines = causes.map(
    ([cause, stops]) =>
      `${counted(stops.length, 'person', 'people')} ${cause}: ${names(stops.map(({ email }) => email))}`,
  );
  const further =
    stoppedNext.length === 0 ? [] : [`${grouped(stoppedNext.length)} more ${whenNext(held)}: ${names(stoppedNext)}`];
  return [...some(lines, 'caps --status stopped'), ...further];
}

/** From when the rest is stopped: a hold keeps the limits in force until it ends. */
function whenNext(held: StatusDocument['held']): string {
  if (held.length === 0) {
    return 'by the next run';
  }
  const plan = held.find((hold) => hold.plan !== null)?.plan;
  return plan === undefined ? 'once limits are not held any more' : 'once the plan is approved';
}

function causeOf(
  { by, scope, window, until }: StatusDocument['stopped'][number],
  held: StatusDocument['held'],
): string {
  // Of a budget of 0 no day ends it.
  const end = until === null ? ', which is 0' : ` until ${dayAndMonth(until.slice(0, 10))}`;
  switch (by) {
    case 'budget':
      return scope?.startsWith('user:') === true
        ? `by their ${window === null ? '' : spanWords[window]} budget${end}`
        : `by ${scope} ${window}${end}`;
    case 'ceiling':
      return `by the ceiling${end}`;
    case null:
      return held.length === 0
        ? 'until the next run raises their limits'
        : `until their limits rise, ${whenNext(held)}`;
  }
}

function heldLines({ held }: StatusDocument): readonly string[] {
  return held.map(({ plan, guard, reason, since }) => {
    const what = plan === null ? `Limits, by the ${guard},` : `Plan ${plan}`;
    return `${what} since ${minuteText(since)}: ${plainText(reason)}`;
  });
}

function alertLines({ counts, alertRows, muted }: StatusDocument): readonly string[] {
  const shown = alertRows.slice(0, shownMax);
  const first = shown.map(({ severity, headline: text }) => `${severity}: ${shortened(plainText(text))}`);
  const rest = counts.alerts - shown.reduce((sum, { count }) => sum + count, 0);
  const more = rest > 0 ? [`and ${counted(rest, 'more alert')}: npx curfew alerts list`] : [];
  const silent = muted === 0 ? [] : [`${counted(muted, 'alert')} muted: npx curfew alerts list --status muted`];
  return [...(counts.alerts === 0 ? [] : [describeAlertCount(counts.bySeverity)]), ...first, ...more, ...silent];
}

function describeMail({ unknown, sending, waiting } = { unknown: 0, sending: 0, waiting: 0 }): string {
  const counts = [
    [unknown, 'of unknown outcome'],
    [sending, 'being sent'],
    [waiting, 'waiting to be sent'],
  ] as const;
  const some = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return some.length === 0 ? 'all of it arrived' : some.join(', ');
}

function mailLines({ undelivered }: StatusDocument): readonly string[] {
  const lines = undelivered.map(
    ({ what, to, mail, since, detail }) =>
      `${what} since ${dayText(since.slice(0, 10))}: ${plainText(to ?? mail ?? '')} (${plainText(detail)})`,
  );
  return some(lines, 'alerts unreachable list');
}

function endingLines({ ending }: StatusDocument): readonly string[] {
  return some(
    ending.map(({ scope, window, to }) => `${scope} ${window} after ${dayText(to)}`),
    'budgets list',
  );
}

function poolLines({ pools }: StatusDocument, style: Style): readonly string[] {
  if (pools.length === 0) {
    return ['Pools: none. Share an amount: npx curfew budgets set org month AMOUNT'];
  }
  const more = pools.length - poolsMax;
  return [
    '',
    poolTable(pools.slice(0, poolsMax), style),
    ...guaranteeLines(pools.slice(0, poolsMax)),
    ...(more > 0 ? [`and ${counted(more, 'more pool')}: npx curfew pools`] : []),
  ];
}

/** The first of some lines, and the command that has all. */
function some(lines: readonly string[], command: string): readonly string[] {
  const more = lines.length - shownMax;
  return more > 0 ? [...lines.slice(0, shownMax), `and ${grouped(more)} more: npx curfew ${command}`] : lines;
}

function names(emails: readonly string[]): string {
  const more = emails.length - namedMax;
  const first = emails.slice(0, namedMax).map(plainText).join(', ');
  return more > 0 ? `${first} and ${grouped(more)} more` : first;
}

/** The beginning of a headline, which says the effect. */
function shortened(text: string): string {
  return text.length <= headlineMax ? text : `${text.slice(0, headlineMax - 1).trimEnd()}…`;
}
