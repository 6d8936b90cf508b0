import { type Budget, budgetKind, type BudgetMode, type BudgetTerms } from '../../../shared/budgets/budget.ts';
import { type CapPlan, changesOf } from '../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../shared/caps/cap.ts';
import type { Uncappable } from '../../../shared/caps/uncapped.ts';
import type { LimitWriter } from '../../../shared/enforcement/ports.ts';
import { showPlan } from '../../../shared/enforcement/use-cases/decide-held-plan.ts';
import { enforceBudgets } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore } from '../../../shared/kernel/records/ports.ts';
import { editRecord } from '../../../shared/kernel/records/use-cases/edit-record.ts';
import { enforceJob, runIdOf } from '../../../shared/kernel/runs/run-id.ts';
import type { RunOutcome } from '../../../shared/kernel/runs/run.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { creditsPhrase } from '../../../shared/kernel/texts/credits.ts';
import { addDays, type Day, dayOf } from '../../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../../shared/ledger/ledger-day.ts';
import { dynamoLedgerStore } from '../../../shared/ledger/store/dynamo-ledger-store.ts';
import { enforcementPorts } from '../../../shared/wiring/enforcement-ports.ts';
import { type CheckResult, failed, type Figures, ok } from '../check.ts';
import type { TrialCheck, TrialWork } from './open-work.ts';

const problemsMax = 5;

/** A first night in a few sentences, without any name, and in figures. Credits are Standard Credits. */
function describeTrial({
  observed,
  enforced,
  target,
  outcome,
}: {
  /** The plan with the default budget observing. */
  readonly observed: CapPlan;
  /** What would be sent if it were enforced. */
  readonly enforced: readonly SetCap[];
  readonly target: { readonly defaultBudgetCredits: number };
  readonly outcome: RunOutcome;
}): {
  readonly facts: readonly string[];
  readonly figures: Figures;
} {
  const { uncappable, decisions } = observed;
  const atStake = uncappable.reduce((sum, { creditsAtStake }) => sum + (creditsAtStake.platform ?? 0), 0);
  const set = changesOf(observed).length;
  const stopped = enforced.filter(({ binding }) => binding?.headroomCredits === 0).length;
  const budget = `a default budget of ${creditsPhrase(target.defaultBudgetCredits)} a month`;
  return {
    facts: [
      `${grouped(decisions.length)} users can be capped`,
      uncappable.length === 0
        ? 'everyone has an email of their own, by which a limit is set'
        : `${grouped(uncappable.length)} cannot (${reasonsOf(uncappable)}): ${creditsPhrase(atStake)} of this window are theirs`,
      `${budget} in observe mode would set ${limits(set)}`,
      `the same budget enforced would set ${limits(enforced.length)}, and stop ${grouped(stopped)} of these users at once`,
      ...outcome.problems.slice(0, problemsMax),
    ],
    figures: {
      users: decisions.length,
      uncappable: uncappable.length,
      creditsAtStake: atStake,
      dataThrough: outcome.dataThrough ?? null,
      defaultBudgetCredits: target.defaultBudgetCredits,
      limitsSetObserving: set,
      limitsSetEnforcing: enforced.length,
      stoppedEnforcing: stopped,
    },
  };
}

function limits(count: number): string {
  return count === 0 ? 'no limit' : count === 1 ? '1 limit' : `${grouped(count)} limits`;
}

const reasonTexts: Readonly<Record<Uncappable['reason'], string>> = {
  'no-email': 'without an email',
  'email-shared': 'sharing one',
  'not-on-roster': 'not on the roster',
};

function reasonsOf(uncappable: readonly Uncappable[]): string {
  return [...Map.groupBy(uncappable, ({ reason }) => reason)]
    .map(([reason, users]) => `${grouped(users.length)} ${reasonTexts[reason]}`)
    .join(', ');
}

const shownMax = 5;

/** True when all that is in doubt is that yesterday has not been reported yet: nights try again every hour. */
function isOnlyLate(days: readonly LedgerDay[], today: Day): boolean {
  const suspect = days.filter(({ status }) => status === 'suspect');
  return (
    suspect.length > 0 &&
    suspect.every(
      ({ day, doubts }) => day === addDays(today, -1) && doubts.every(({ kind }) => kind === 'not-there-yet'),
    )
  );
}

/** What the trust gate said of the days that the tried night has read, ascending. */
export function judgeLedger(days: readonly LedgerDay[], today: Day): CheckResult {
  const yesterday = addDays(today, -1);
  const [first] = days;
  const last = days.findLast(({ status }) => status === 'complete');
  const read = `${days.length} days read, from ${first?.day ?? 'none'}`;
  const figures = { daysRead: days.length, lastComplete: last?.day ?? null };
  const suspect = days.filter(({ status }) => status === 'suspect');
  if (days.length === 0) {
    return { kind: 'skipped', reason: 'no day was read' };
  }
  if (suspect.length === 0) {
    return ok([read, `data through ${yesterday}, every day complete`], figures);
  }
  if (isOnlyLate(days, today)) {
    return ok(
      [
        read,
        `data through ${last?.day ?? 'no day'}: yesterday is not there yet, and a night would try again every hour`,
      ],
      figures,
    );
  }
  const shown = suspect
    .slice(-shownMax)
    .map(({ day, doubts }) => `${day}: ${doubts.map(({ detail }) => detail).join(', ')}`);
  return failed(
    `${suspect.length} of ${days.length} days are not to be trusted: ${shown.join('; ')}`,
    'on such figures no cap would be raised or lowered. Ask the platform’s support about these days; where the platform rounds, set toleranceShare',
  );
}

const daysShown = 35;

/** What the first night would be, from real answers on the temporary tables. */
export const nightChecks: readonly TrialCheck[] = [
  {
    name: 'first-night',
    about: 'Platform',
    proves: 'a first night can be read and planned; it is tried here, and sets no limit',
    needs: ['conditions', 'transactions', 'leases', 'key', 'role'],
    run: tryEnforcement,
  },
  {
    name: 'figures',
    about: 'Platform',
    proves: 'the figures of the platform agree with one another, and reach through yesterday',
    needs: ['tables', 'role'],
    async run({ dynamo, tables, nowMs }) {
      const today = dayOf(nowMs);
      const range = { from: addDays(today, -daysShown), through: addDays(today, -1) };
      return judgeLedger(await dynamoLedgerStore(dynamo, tables.ledger).listDays(range), today);
    },
  },
];

type TrialPorts = EnforcementPorts & { readonly budgets: BudgetStore };

/** No night of a trial ends by itself earlier than its reader wants it to: Ctrl-C does. */
const runMsMax = 6 * 3_600_000;

/**
 * Tries a first night: with the default budget of the first week in observe mode, which must change nothing, and then,
 * from what was read, what the same budget would do if it were enforced.
 */
async function tryEnforcement(work: TrialWork): Promise<CheckResult> {
  const { nowMs, target } = work;
  const ports = readOnlyRun(work);
  await setDefaultBudget(ports, 'observe', work);
  const night = await enforceBudgets(ports, target.settings, {
    runId: runIdOf(enforceJob, nowMs, 'smoke'),
    atMs: nowMs,
    onlyIfUnfinished: false,
    dryRun: true,
    stopAtMs: ports.clock.now() + runMsMax,
  });
  const { outcome, plan } = night;
  if (outcome.status === 'failed') {
    return failed(`the night would fail: ${outcome.problems.join('; ')}`, 'correct what it names, and try again');
  }
  if (outcome.held !== undefined || plan === undefined) {
    return heldResult(work, ports, outcome.held?.detail ?? 'no plan was made');
  }
  await setDefaultBudget(ports, 'enforce', work);
  const enforced = await showPlan(ports, target.settings, nowMs);
  const { facts, figures } = describeTrial({ observed: plan, enforced: enforced.changes, target, outcome });
  return ok(facts, figures);
}

/** A first night that is held because yesterday is late is a first night like any other. */
async function heldResult({ nowMs }: TrialWork, ports: TrialPorts, detail: string): Promise<CheckResult> {
  const today = dayOf(nowMs);
  const days = await ports.ledger.listDays({ from: addDays(today, -35), through: addDays(today, -1) });
  return isOnlyLate(days, today)
    ? {
        kind: 'skipped',
        reason: `yesterday is not there yet, so the night would wait and try again every hour (${detail})`,
      }
    : failed(`the night would be held, and no limit set: ${detail}`, 'see the figures below');
}

async function setDefaultBudget(ports: TrialPorts, mode: BudgetMode, { target, nowMs }: TrialWork): Promise<void> {
  const { row } = await ports.budgets.find({ scope: 'default', window: 'month' });
  const before = row.kind === 'record' ? row.record : undefined;
  const author = { name: 'trial', at: new Date(nowMs).toISOString(), way: 'command' } as const;
  const edits = { kind: budgetKind, store: ports.budgets, ids: ports.ids };
  await editRecord(edits, changeTo(before, defaultBudget(target.defaultBudgetCredits, mode)), author);
}

function changeTo(before: Budget | undefined, after: BudgetTerms) {
  return before === undefined ? ({ kind: 'add', after } as const) : ({ kind: 'change', before, after } as const);
}

function defaultBudget(credits: number, mode: BudgetMode): BudgetTerms {
  return {
    scope: { kind: 'default' },
    window: 'month',
    amount: { kind: 'credits', credits },
    mode,
    thresholds: [50, 80, 100],
    forecastAlert: false,
    owners: [],
  };
}

/** The tried night wanted to set a limit. Nothing was sent. */
export class LimitRefusedError extends Error {
  override readonly name = 'LimitRefusedError';
}

const refusingWriter: LimitWriter = {
  setLimits: async (entries) =>
    Promise.reject(new LimitRefusedError(`the trial sets no limit, and was to set ${entries.length}`)),
};

/** The ports of a deployed night on the temporary tables, except the one that sets limits. */
export function readOnlyRun({ dynamo, platform, tables, progress }: TrialWork): EnforcementPorts & {
  readonly budgets: BudgetStore;
} {
  const ports = enforcementPorts(
    { dynamo, platform, tables },
    { report: ({ step, done, total }) => progress(`${step} ${done}${total === undefined ? '' : ` of ${total}`}`) },
  );
  return { ...ports, limitWriter: refusingWriter };
}
