import { windowsInUse } from '../../../shared/budgets/binding-budgets.ts';
import type { Budget } from '../../../shared/budgets/budget.ts';
import { batchesOf, changesOf, planCaps, type CapPlan } from '../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../shared/caps/cap.ts';
import type { Exemption } from '../../../shared/grants/exemption.ts';
import { addDays, dayOf, daysOf, type Day } from '../../../shared/kernel/time/day.ts';
import { dailyUseBuilder } from '../../../shared/ledger/daily-use.ts';
import { RowOwners } from '../../../shared/ledger/row-owner.ts';
import { usageTotalsBuilder } from '../../../shared/ledger/usage-totals.ts';
import type { LimitRecord, RowOutcome } from '../../../shared/limits/limit-record.ts';
import { recordAttempt, recordOutcome } from '../../../shared/limits/record-outcome.ts';
import { recordsWithStops } from '../../../shared/limits/stopped-days.ts';
import type { PoolAssumptions } from '../../../shared/pools/assumptions.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { diffRoster } from '../../../shared/roster/roster-change.ts';
import type { HostilePlatform } from './hostile-platform.ts';

const historyStart: Day = '2026-01-14';
const unlimitedCredits = 1_000_000_000_000;

interface Terms {
  readonly anchorDay: number;
  readonly assumptions: PoolAssumptions;
  readonly teamOf: ReadonlyMap<string, string>;
}

/** What becomes of one PUT on its way: applied or not, and whether anybody learns of it. */
export type PutFate = 'done' | 'applied-unknown' | 'lost' | 'refused';

/** The domain's part of the nightly run on the model platform: what is known, what is planned, what is recorded. */
export class ModelledCurfew {
  budgets: readonly Budget[];
  exemptions: readonly Exemption[] = [];
  users: readonly KnownUser[] = [];
  #records: ReadonlyMap<string, LimitRecord> = new Map();
  #readAt: string | undefined;
  readonly #platform: HostilePlatform;
  readonly #terms: Terms;

  constructor(platform: HostilePlatform, budgets: readonly Budget[], terms: Terms) {
    this.#platform = platform;
    this.budgets = budgets;
    this.#terms = terms;
  }

  /** Reads the roster: whoever it does not show is gone. */
  readRoster(today: Day): void {
    const shown = this.#platform.accounts
      .filter(({ isOnRoster }) => isOnRoster)
      .map(({ userId, email }) => ({ userId, ...(email !== undefined && { email }) }));
    const at = `${today}T02:30:00.000Z`;
    const { changed } = diffRoster(this.users, shown, { today, at, lastAt: this.#readAt, isWhole: true });
    const known = new Map([...this.users, ...changed].map((user) => [user.userId, user]));
    this.users = [...known.values()];
    this.#readAt = at;
  }

  /** Plans as of an instant, on figures through a day. */
  plan(nowMs: number, dataThrough: Day): CapPlan {
    return planCaps(this.#input(nowMs, dataThrough));
  }

  /** Plans and sends, each batch as its fate has it. */
  run(nowMs: number, dataThrough: Day, fateOf: () => PutFate): void {
    const input = this.#input(nowMs, dataThrough);
    this.#records = recordsWithStops(input);
    for (const batch of batchesOf(changesOf(planCaps(input)))) {
      this.#send(batch, { nowMs, fate: fateOf() });
    }
  }

  #send(batch: readonly SetCap[], { nowMs, fate }: { readonly nowMs: number; readonly fate: PutFate }): void {
    const at = new Date(nowMs).toISOString();
    const sent = { at, runId: at };
    const records = new Map(this.#records);
    for (const change of batch) {
      records.set(change.userId, recordAttempt(records.get(change.userId), change, sent));
    }
    if (fate === 'done' || fate === 'applied-unknown') {
      batch.forEach((change) => this.#platform.setLimit(change));
    }
    const outcome = outcomeOf(fate);
    const { settleDays } = this.#terms.assumptions;
    for (const change of batch) {
      const result = { sent, night: dayOf(nowMs), settleDays, outcome };
      records.set(change.userId, recordOutcome(records.get(change.userId), change, result));
    }
    this.#records = records;
  }

  #input(nowMs: number, dataThrough: Day): Parameters<typeof planCaps>[0] {
    const { anchorDay, assumptions, teamOf } = this.#terms;
    const day = dayOf(nowMs);
    const windows = windowsInUse(this.budgets, day, { anchorDay });
    const range = { from: historyStart, through: dataThrough };
    const totals = usageTotalsBuilder(windows);
    const rowOwners = new RowOwners(this.users);
    const daily = dailyUseBuilder({ range, knownFrom: historyStart }, rowOwners.textOf);
    for (const known of dataThrough < historyStart ? [] : daysOf(range)) {
      const rows = this.#platform.rowsOf(known);
      rowOwners.see(known, rows);
      totals.add({ day: known, rows, unreadableUserIds: [] });
      daily.add({ day: known, rows });
    }
    const owners = rowOwners.owners();
    return {
      day,
      dataThrough,
      budgets: this.budgets,
      invalidScopes: [],
      topUps: [],
      exemptions: this.exemptions,
      users: this.users,
      usage: totals.total(owners.users),
      limits: [...this.#records.values()],
      teamOf,
      pools: {
        use: daily.gathered(owners),
        nowMs,
        platformWindow: { anchorDay },
        assumptions,
        reserveShare: 0.02,
      },
      unlimitedCredits,
    };
  }
}

function outcomeOf(fate: PutFate): RowOutcome {
  switch (fate) {
    case 'done':
      return { kind: 'done' };
    case 'applied-unknown':
    case 'lost':
      return { kind: 'unknown', problem: 'no answer' };
    case 'refused':
      return { kind: 'failed', problem: 'refused' };
  }
}

/** The last complete day before an instant. */
export function dayBefore(nowMs: number): Day {
  return addDays(dayOf(nowMs), -1);
}
