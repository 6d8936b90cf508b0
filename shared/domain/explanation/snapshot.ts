import type { BindingBudgets } from '../budgets/binding-budgets.ts';
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
import { invariant } from '../invariant.ts';
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
import type { Day } from '../time/day.ts';

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
  /** Credits of top-ups in force, by the matching form of the email. */
  readonly topUpCredits: ReadonlyMap<string, number>;
  /** Who has which limits, and who is exempt on the day. */
  readonly holdings: LimitHoldings;
  /** What pools leave everybody right now. */
  readonly shares: Shares;
  /** What a run would make of every limit now; one for each user who can be capped, by user id. */
  readonly decisions: readonly CapDecision[];
  /** The time and the assumptions with which exposure is calculated. */
  readonly exposureTerms: ExposureTerms;
  /** The minimum of any limit that no pool decides, and the maximum of every limit. */
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
  /** What is known through yesterday. */
  readonly usage: UsageTotals;
  /** The same day by day, from before every window. */
  readonly use: DailyUse;
  /** The last day for which the ledger is complete. */
  readonly dataThrough: Day | undefined;
  /** Days of the windows in use that are missing or not trusted, ascending. */
  readonly untrustedDays: readonly { readonly day: Day; readonly known: LedgerDay | undefined }[];
  readonly limits: ReadonlyMap<string, LimitRecord>;
  readonly runsGoingOn: ReadonlySet<string>;
}

/** The same without what was consumed day by day: all that a cap is described by. */
export type CapsSnapshot = Omit<Snapshot, 'use'>;

/** The layers that bind a user alone, top-ups included. */
export function layersInForce(
  person: Person,
  { binding, usage, topUpCredits, assignment }: CapsSnapshot,
): readonly Layer[] {
  const own = toppedUp(ownLayers(person, binding, usage), topUpCredits.get(emailKey(person.email)) ?? 0);
  return [...own, ...unlimitedShared(binding, assignment.teamOf.get(person.userId), usage)];
}

/** The budget that decides somebody's limit, and what it leaves them. */
export interface DecidingBudget {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly headroomCredits: number;
}

/** The budget that decides a user's limit (a pool by the user's share of it); undefined when none limits. */
export function decidingBudgetOf(person: Person, snapshot: CapsSnapshot): DecidingBudget | undefined {
  const share = snapshot.shares.byUser.get(person.userId);
  const least = bindingLayer(layersInForce(person, snapshot));
  const own = least && { scope: least.scope, window: least.window.kind, headroomCredits: least.headroomCredits };
  if (share === undefined || (share.isHeldByOwn && own !== undefined && own.headroomCredits <= share.headroomCredits)) {
    return own;
  }
  return { ...share.pool, headroomCredits: share.headroomCredits };
}

/** Whether a user is exempt on the day. */
export function isExempt(person: Person, { holdings }: Snapshot): boolean {
  return holdings.exempt.emails.has(emailKey(person.email));
}

/** What is needed to calculate the exposure of users. */
export function windowExposureTerms({ exposureTerms, usage }: CapsSnapshot): WindowExposureTerms {
  return { ...exposureTerms, window: platformWindowOf(usage) };
}

/** The platform window of now: its use is always known. */
export function platformWindowOf({ windows }: UsageTotals): Window {
  const window = windows.find(({ kind }) => kind === 'platform');
  invariant(window !== undefined, 'the use in the platform window is always known');
  return window;
}
