import { hasInvalidBudget, type BindingBudgets } from '../budgets/binding-budgets.ts';
import type { Budget } from '../budgets/budget.ts';
import type { Scope } from '../budgets/scope.ts';
import type { Window, WindowKind } from '../budgets/window.ts';
import type { CapDecision } from '../caps/cap.ts';
import {
  bindingLayer,
  ownLayers,
  unlimitedShared,
  type Layer,
  type People,
  type Person,
  toppedUp,
} from '../caps/person.ts';
import type { Shares } from '../caps/shares/divide-shares.ts';
import { invariant } from '../kernel/invariant.ts';
import { keptWith } from '../kernel/kept-with.ts';
import type { Day } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { WindowExposureTerms } from '../limits/cap-status.ts';
import type { LimitHoldings } from '../limits/limit-holdings.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { ExposureTerms } from '../pools/exposure/pool-exposure.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { TeamAssignment } from '../teams/assign-teams.ts';
import type { InvalidTeam } from '../teams/team-problems.ts';
import type { Team } from '../teams/team.ts';

/** The state of everything on a UTC day, read from the tables alone. */
export interface Snapshot {
  readonly today: Day;
  readonly users: readonly KnownUser[];
  readonly people: People;
  readonly budgets: readonly Budget[];
  readonly binding: BindingBudgets;
  readonly teams: readonly Team[];
  readonly invalidTeams: readonly InvalidTeam[];
  readonly assignment: TeamAssignment;
  /** Credits of top-ups in force, by the email's matching form. */
  readonly topUpCredits: ReadonlyMap<string, number>;
  readonly holdings: LimitHoldings;
  readonly shares: Shares;
  readonly decisions: readonly CapDecision[];
  readonly exposureTerms: ExposureTerms;
  /** The minimum of limits that no pool decides, and the maximum of all limits. */
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
  readonly usage: UsageTotals;
  /** The same by day, from before every window. */
  readonly use: DailyUse;
  readonly dataThrough: Day | undefined;
  readonly untrustedDays: readonly { readonly day: Day; readonly known: LedgerDay | undefined }[];
  readonly limits: ReadonlyMap<string, LimitRecord>;
  readonly runsGoingOn: ReadonlySet<string>;
}

export type CapsSnapshot = Omit<Snapshot, 'use'>;

/** Returns the layers that apply to a user alone, top-ups included. */
export function layersInForce(
  person: Person,
  { binding, usage, topUpCredits, assignment }: CapsSnapshot,
): readonly Layer[] {
  const team = assignment.teamOf.get(person.userId);
  const own = toppedUp(ownLayers({ ...person, team }, binding, usage), topUpCredits.get(emailKey(person.email)) ?? 0);
  return [...own, ...unlimitedShared(binding, team, usage)];
}

/** Whether a budget that would apply to a person cannot be read: their limit does not change. */
export function isFrozen({ userId, email }: Person, { binding, assignment }: CapsSnapshot): boolean {
  return hasInvalidBudget({ email, team: assignment.teamOf.get(userId) }, binding);
}

export interface DecidingBudget {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly headroomCredits: number;
}

/** Returns the budget that decides a user's limit (a pool by the user's share); undefined when none limits. */
export function decidingBudgetOf(person: Person, snapshot: CapsSnapshot): DecidingBudget | undefined {
  const share = snapshot.shares.byUser.get(person.userId);
  const least = bindingLayer(layersInForce(person, snapshot));
  const own = least && { scope: least.scope, window: least.window.kind, headroomCredits: least.headroomCredits };
  if (share === undefined || (share.isHeldByOwn && own !== undefined && own.headroomCredits <= share.headroomCredits)) {
    return own;
  }
  return { ...share.pool, headroomCredits: share.headroomCredits };
}

export function isExempt(person: Person, { holdings }: Snapshot): boolean {
  return holdings.exempt.emails.has(emailKey(person.email));
}

export const windowExposureTerms = keptWith(({ exposureTerms, usage }: CapsSnapshot): WindowExposureTerms => ({
  ...exposureTerms,
  window: platformWindowOf(usage),
}));

export function platformWindowOf({ windows }: UsageTotals): Window {
  const window = windows.find(({ kind }) => kind === 'platform');
  invariant(window !== undefined, 'the use in the platform window is always known');
  return window;
}
