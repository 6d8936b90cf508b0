import type { Budget } from '../budgets/budget.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { KnownUser } from '../roster/person.ts';
import type { TeamAssignment } from '../teams/assign-teams.ts';
import type { InvalidTeam } from '../teams/invalid-team.ts';
import type { Team } from '../teams/team.ts';
import type { Day } from '../time/day.ts';
import { emailKey } from '../roster/email.ts';
import { layersOf, type BindingBudgets, type Layer } from './layer.ts';
import type { LimitRecord } from './limit-record.ts';
import type { People, Person } from './person.ts';
import { toppedUp } from './topped-up.ts';

/** How everybody stands on a UTC day, from the tables alone. */
export interface Standing {
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
  /** Who is exempt on the day, by the matching form of the email. */
  readonly exemptEmails: ReadonlySet<string>;
  /** What is known through yesterday. */
  readonly usage: UsageTotals;
  /** The last day for which the ledger is complete. */
  readonly dataThrough: Day | undefined;
  /** Days of the windows in use that are missing or not trusted, ascending. */
  readonly untrustedDays: readonly { readonly day: Day; readonly known: LedgerDay | undefined }[];
  readonly limits: ReadonlyMap<string, LimitRecord>;
  readonly runsGoingOn: ReadonlySet<string>;
}

/** The layers that bind a person as things stand, top-ups included. */
export function standingLayers(person: Person, { binding, usage, topUpCredits }: Standing): readonly Layer[] {
  return toppedUp(layersOf(person, binding, usage), topUpCredits.get(emailKey(person.email)) ?? 0);
}

/** Tells whether Curfew leaves a person alone on the day. */
export function isExempt(person: Person, { exemptEmails }: Standing): boolean {
  return exemptEmails.has(emailKey(person.email));
}
