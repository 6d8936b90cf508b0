import { bindingBudgets } from '../../shared/budgets/binding-budgets.ts';
import type { Budget } from '../../shared/budgets/budget.ts';
import type { CapPlanInput } from '../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../shared/caps/cap-plan.ts';
import { matchPeople } from '../../shared/caps/person.ts';
import { momentOf } from '../../shared/caps/shares/divide-shares.ts';
import type { Snapshot } from '../../shared/explanation/snapshot.ts';
import type { Exemption } from '../../shared/grants/exemption.ts';
import { limitHoldings } from '../../shared/limits/limit-holdings.ts';
import type { LimitRecord } from '../../shared/limits/limit-record.ts';
import { assignTeams } from '../../shared/teams/assign-teams.ts';
import { someUsage } from './domain-samples.ts';
import { aPlanInput } from './plan-samples.ts';

interface Said extends Partial<
  Pick<
    Snapshot,
    | 'users'
    | 'usage'
    | 'untrustedDays'
    | 'runsGoingOn'
    | 'dataThrough'
    | 'topUpCredits'
    | 'teams'
    | 'floorCredits'
    | 'ceilingCredits'
  >
> {
  readonly budgets?: readonly Budget[];
  readonly invalidScopes?: readonly string[];
  readonly records?: readonly LimitRecord[];
  readonly exemptions?: readonly Exemption[];
}

/** How everybody stands on 15 March 2026, with nothing there but what a case says. */
export function aSnapshot(said: Said): Snapshot {
  const {
    users = [],
    usage = someUsage({}),
    budgets = [],
    invalidScopes = [],
    records = [],
    teams = [],
    exemptions = [],
  } = said;
  const today = '2026-03-15';
  const people = matchPeople(users, usage);
  const input = planInputOf(said);
  const { shares, decisions } = planCaps(input);
  return {
    today,
    users,
    people,
    budgets,
    binding: bindingBudgets(budgets, invalidScopes, today),
    teams,
    invalidTeams: [],
    assignment: assignTeams(users, teams),
    topUpCredits: said.topUpCredits ?? new Map(),
    holdings: limitHoldings(records, { exemptions, day: today }),
    shares,
    decisions,
    exposureTerms: exposureTermsNow(),
    usage,
    use: input.pools.use,
    dataThrough: '2026-03-14',
    untrustedDays: [],
    limits: new Map(records.map((record) => [record.userId, record])),
    runsGoingOn: new Set(),
    ...(said.dataThrough !== undefined && { dataThrough: said.dataThrough }),
    ...(said.untrustedDays !== undefined && { untrustedDays: said.untrustedDays }),
    ...(said.floorCredits !== undefined && { floorCredits: said.floorCredits }),
    ...(said.ceilingCredits !== undefined && { ceilingCredits: said.ceilingCredits }),
    ...(said.runsGoingOn !== undefined && { runsGoingOn: said.runsGoingOn }),
  };
}

function exposureTermsNow(): Snapshot['exposureTerms'] {
  const { pools, dataThrough } = aPlanInput({});
  return { moment: momentOf({ ...pools, dataThrough }), assumptions: pools.assumptions };
}

function planInputOf({ users = [], usage, budgets = [], records = [], teams = [], ...said }: Said): CapPlanInput {
  const { invalidScopes = [], exemptions = [], floorCredits, ceilingCredits } = said;
  return aPlanInput({
    users,
    budgets,
    invalidScopes,
    exemptions,
    limits: records,
    teamOf: assignTeams(users, teams).teamOf,
    ...(usage !== undefined && { usage }),
    ...(floorCredits !== undefined && { floorCredits }),
    ...(ceilingCredits !== undefined && { ceilingCredits }),
  });
}
