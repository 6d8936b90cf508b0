import { formatScope } from '../budgets/scope.ts';
import type { LedgerStore, UserStore } from '../enforcement/ports.ts';
import { type Day, type DayRange, daysBetween } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { BacktestSetup, LiveSetup } from './backtest-setup.ts';
import { backtestPolicy } from './backtest.ts';
import type { BudgetStop, BudgetTrial } from './proposed-budgets.ts';
import { type PolicyName, policyNames, type PolicyScore } from './score.ts';
import type { Trace, WantedUse } from './trace.ts';

export function backtestDocument({
  source,
  trace,
  anchorDay,
  scores,
  setup,
  trial,
}: {
  readonly source: 'ledger' | 'file';
  readonly trace: Trace;
  readonly anchorDay: number;
  readonly scores: readonly PolicyScore[];
  readonly setup: BacktestSetup | undefined;
  readonly trial: BudgetTrial | undefined;
}) {
  const best = scores.find(({ name }) => name === 'clairvoyant')?.granted ?? 0;
  const { from, through, days, users } = trace;
  return {
    policies: scores.map(({ name, overspent, refusedWhileFunded, usersStopped, granted, refused, limitRequests }) => ({
      name,
      overspent,
      refusedWhileFunded,
      usersStopped,
      granted,
      refused,
      limitRequests,
      ofClairvoyant: best === 0 ? null : Number((granted / best).toFixed(4)),
    })),
    trace: { source, from, through, days, users: users.length, wanted: wantedCredits(trace) },
    anchorDay,
    pool: setup && {
      amount: setup.amountCredits,
      window: setup.window,
      overcommit: setup.overcommitFactor,
      live: liveDocument(setup.live),
    },
    budgets: trial === undefined ? undefined : trialDocument(trial),
  };
}

function liveDocument({ peopleShare, sessionShare, wrongShare, lagMinutes, bounds }: LiveSetup) {
  return {
    hints: sessionShare > 0 ? 0 : peopleShare,
    hintSessions: sessionShare,
    wrong: wrongShare,
    lagMinutes,
    cap: bounds.capPercent,
  };
}

function trialDocument({ grantedCredits, refusedCredits, usersStopped, stops }: BudgetTrial) {
  return {
    granted: grantedCredits,
    refused: refusedCredits,
    usersStopped,
    stops: stops.map((stop) => ({
      user: stop.user,
      date: stop.day,
      minute: stop.minute,
      time: timeOfStop(stop),
      refused: stop.refusedCredits,
      binding: { scope: formatScope(stop.by.scope), window: stop.by.window },
    })),
  };
}

function wantedCredits({ wanted }: Trace): number {
  return wanted.reduce((sum, days) => days.reduce((own, credits) => own + credits, sum), 0);
}

function timeOfStop({ minute }: BudgetStop): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((number) => String(number).padStart(2, '0'));
  return `${hours}:${minutes}`;
}

/** Some days of the ledger. It holds granted use: a stopped user wanted more. */
export interface TraceSpan {
  /** Days with trusted figures. */
  readonly days: readonly Day[];
  readonly rows: readonly WantedUse[];
  readonly people: readonly TracePerson[];
}

export interface TracePerson {
  readonly user: string;
  readonly isOn: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Reads days of the ledger. Users are named by roster email, else by analytics email, else by id. */
export async function readTraceSpan(
  { ledger, users }: { readonly ledger: LedgerStore; readonly users: UserStore },
  range: DayRange,
): Promise<TraceSpan> {
  const days = (await ledger.listDays(range)).filter((day) => day.hasTrustedFigures).map(({ day }) => day);
  const known = await users.list();
  const emails = new Map(known.map(({ userId, email }) => [userId, email]));
  const rows: WantedUse[] = [];
  for (const date of days) {
    for (const { userId, credits, email } of await ledger.readRows(date)) {
      rows.push({ user: emailKey(emails.get(userId) ?? email ?? userId), date, credits });
    }
  }
  const people = known.map(({ userId, email, goneSince, metadata }) => ({
    user: emailKey(email ?? userId),
    isOn: goneSince === undefined,
    metadata,
  }));
  return { days, rows, people };
}

export interface LedgerTrace {
  readonly rows: readonly WantedUse[];
  /** Days without known figures between the first and last; they count as days without use. */
  readonly unknownDays: number;
  readonly metadataOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** Joins spans, earliest first. Includes every roster member, since an unused seat counts. */
export function traceOfSpans(spans: readonly TraceSpan[]): LedgerTrace {
  const days = spans.flatMap((span) => span.days);
  const [first] = days;
  if (first === undefined) {
    return { rows: [], unknownDays: 0, metadataOf: new Map() };
  }
  const people = spans.flatMap((span) => span.people);
  const seats = people.filter(({ isOn }) => isOn).map(({ user }) => ({ user, date: first, credits: 0 }));
  return {
    rows: [...seats, ...spans.flatMap((span) => span.rows)],
    unknownDays: daysBetween(first, days.at(-1) ?? first) + 1 - days.length,
    metadataOf: new Map(people.flatMap(({ user, metadata }) => (metadata === undefined ? [] : [[user, metadata]]))),
  };
}

export interface BacktestProgress {
  readonly policy: PolicyName;
  readonly done: number;
  readonly total: number;
}

/** Replays a trace through every policy, in the order of `policyNames`, and reports progress. */
export function backtestPolicies(
  trace: Trace,
  setup: BacktestSetup,
  onProgress: (progress: BacktestProgress) => void,
): readonly PolicyScore[] {
  return policyNames.map((policy, done) => {
    onProgress({ policy, done, total: policyNames.length });
    return backtestPolicy(policy, trace, setup);
  });
}
