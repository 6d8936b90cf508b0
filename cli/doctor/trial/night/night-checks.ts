import { budgetKind, type Budget, type BudgetMode, type BudgetTerms } from '../../../../shared/budgets/budget.ts';
import { showPlan } from '../../../../shared/enforcement/use-cases/decide-held-plan.ts';
import { enforceBudgets } from '../../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementPorts } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import type { LimitWriter } from '../../../../shared/enforcement/use-cases/ports.ts';
import { editRecord } from '../../../../shared/kernel/records/use-cases/edit-record.ts';
import type { BudgetStore } from '../../../../shared/kernel/records/use-cases/ports.ts';
import { enforceJob, runIdOf } from '../../../../shared/kernel/runs/run-id.ts';
import { addDays, dayOf } from '../../../../shared/kernel/time/day.ts';
import { dynamoLedgerStore } from '../../../../shared/ledger/store/dynamo-ledger-store.ts';
import { enforcementPorts } from '../../../../shared/wiring/ports/enforcement-ports.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialCheck, TrialWork } from '../open-work.ts';
import { describeTrial } from './describe-trial.ts';
import { judgeLedger, isOnlyLate } from './judge-ledger.ts';

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

/** The ports of a night as it is deployed, on the temporary tables, but for the one that sets limits. */
export function readOnlyRun({ dynamo, platform, tables, progress }: TrialWork): EnforcementPorts & {
  readonly budgets: BudgetStore;
} {
  const ports = enforcementPorts(
    { dynamo, platform, tables },
    { report: ({ step, done, total }) => progress(`${step} ${done}${total === undefined ? '' : ` of ${total}`}`) },
  );
  return { ...ports, limitWriter: refusingWriter };
}
