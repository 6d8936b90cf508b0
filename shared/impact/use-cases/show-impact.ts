import { budgetKey, budgetKind } from '../../budgets/budget.ts';
import { followBudgets, followGrant } from '../../budgets/followed-rows.ts';
import { inputsHashOf } from '../../caps/plan-id.ts';
import type { Collected } from '../../enforcement/collected.ts';
import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import { besideHold } from '../../enforcement/guards.ts';
import { planInputsOf, type PlanTerms, withPlanId } from '../../enforcement/planned.ts';
import { collectAgain, collectTables, type TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { judgeCollected, type ShowPorts } from '../../enforcement/use-cases/decide-held-plan.ts';
import { invariant } from '../../kernel/invariant.ts';
import { changed, type RecordChange, termsIn } from '../../kernel/records/diff-records.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../kernel/records/ports.ts';
import { keyText, type RecordKind, type Stamp } from '../../kernel/records/record-kind.ts';
import type { Hold, RunContext } from '../../kernel/runs/run.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { type Day, dayOf, daysBetween, msPerDay } from '../../kernel/time/day.ts';
import { followedAddresses } from '../../roster/followed-addresses.ts';
import type { KnownUser } from '../../roster/person.ts';
import { followMembers } from '../../teams/followed-members.ts';
import { compareTeams, teamKind } from '../../teams/team.ts';
import { countingDays } from '../counting-days.ts';
import type { ImpactWarning } from '../impact-warning.ts';
import { decideImpact, type Impact } from '../impact.ts';
import { isLowered } from '../limit-effects.ts';
import { type ImpactSide, planLimits } from '../planned-limits.ts';
import type { ProposedEdits } from '../proposed-edits.ts';

interface RuleTables {
  readonly budgets: Awaited<ReturnType<BudgetStore['list']>>;
  readonly grants: Awaited<ReturnType<GrantStore['list']>>;
  readonly teams: Awaited<ReturnType<TeamStore['list']>>;
  readonly users: readonly KnownUser[];
}

export async function readRuleTables(ports: TablePorts, knownUsers?: readonly KnownUser[]): Promise<RuleTables> {
  const [budgets, grants, teams, users] = await Promise.all([
    ports.budgets.list(),
    ports.grants.list(),
    ports.teams.list(),
    knownUsers ?? ports.users.list(),
  ]);
  // Edits and the rows they match both use people's current addresses.
  const followed = followedAddresses(users);
  return {
    budgets: { ...budgets, budgets: followBudgets(budgets.budgets, followed) },
    grants: { ...grants, grants: grants.grants.map((grant) => followGrant(grant, followed)) },
    teams: { ...teams, teams: followMembers(teams.teams, followed) },
    users,
  };
}

/** Ports that serve the rules of given tables; the rest is unchanged. */
export function portsOn({ budgets, grants, teams, users }: RuleTables, ports: TablePorts): TablePorts {
  return {
    ...ports,
    budgets: { ...ports.budgets, list: async () => Promise.resolve(budgets) },
    grants: { ...ports.grants, list: async () => Promise.resolve(grants) },
    teams: { ...ports.teams, list: async () => Promise.resolve(teams) },
    users: { ...ports.users, list: async () => Promise.resolve(users) },
  };
}

/** The tables after edits, at an ISO instant. An edit of an unreadable row repairs it. */
export function editedTables(tables: RuleTables, edits: ProposedEdits, at: string): RuleTables {
  const mended = new Set(edits.budgets.map((change) => budgetKey(changed(change))));
  const named = new Set(edits.teams.map((change) => changed(change).name));
  const granted = new Set(edits.grants.map(({ kind, id }) => `${kind} ${id}`));
  const { budgets, grants, teams, users } = tables;
  return {
    budgets: {
      budgets: editedRecords(budgetKind, budgets.budgets, { changes: edits.budgets, at }),
      invalid: budgets.invalid.filter(({ scope, window }) => !mended.has(`${scope} / ${window}`)),
    },
    teams: {
      teams: editedRecords(teamKind, teams.teams, { changes: edits.teams, at }).toSorted(compareTeams),
      invalid: teams.invalid.filter(({ name }) => !named.has(name)),
    },
    grants: {
      grants: [...grants.grants.filter(({ kind, id }) => !granted.has(`${kind} ${id}`)), ...edits.grants],
      invalid: grants.invalid,
    },
    users,
  };
}

function editedRecords<Key, Terms extends Key>(
  kind: RecordKind<Key, Terms>,
  records: readonly (Terms & Stamp)[],
  { changes, at }: { readonly changes: readonly RecordChange<Terms>[]; readonly at: string },
): readonly (Terms & Stamp)[] {
  const edited = new Map(records.map((record) => [keyText(kind, record), record]));
  for (const change of changes) {
    const key = keyText(kind, changed(change));
    if (change.kind === 'remove') {
      edited.delete(key);
      continue;
    }
    const version = (change.kind === 'change' ? change.before.version : 0) + 1;
    edited.set(key, { ...termsIn(change.after), version, updatedBy: '', updatedAt: at });
  }
  return [...edited.values()];
}

interface ImpactOrder {
  readonly edits: ProposedEdits;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly settings: EnforcementSettings;
  readonly settingsAfter?: EnforcementSettings;
  /** Data already read under these settings; read again unless given. Of rules, those in the tables count. */
  readonly known?: PlanTerms;
}

export interface ShownImpact extends Impact {
  readonly edits: ProposedEdits;
  readonly emails: ReadonlyMap<string, string>;
  readonly at: string;
  /** The UTC day whose limits it shows: the first on which the edits stop a person, or else lower the most limits. */
  readonly countsOn: Day;
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
  /** Those whom the edits stop, by user id, who are stopped all the same while their plan waits for approval. */
  readonly stoppedBeside: ReadonlySet<string>;
  /** Hash of the inputs before the edits: a different one means that something changed since. */
  readonly inputsHash: string;
}

/**
 * Shows what edits would do: plans with and without them, on the first day they count, from tables read once, with the
 * division a run makes. When they count from several days, it shows the first of these on which they stop a person, or
 * else the one on which they lower most limits; the harms of all days are reported. Changes nothing and does not call
 * the platform.
 */
export async function showImpact(ports: ShowPorts, order: ImpactOrder): Promise<ShownImpact> {
  const today = dayOf(order.atMs);
  const [first = today, ...later] = order.settingsAfter === undefined ? countingDays(order.edits, today) : [today];
  const impacts = [await impactOn(ports, order, first)];
  for (const day of later) {
    impacts.push(await impactOn(ports, order, day));
  }
  const lowered = ({ effects }: ShownImpact): number => effects.filter(isLowered).length;
  const [shown] = [
    ...impacts.filter(({ stopped }) => stopped.length > 0),
    ...impacts.toSorted((a, b) => lowered(b) - lowered(a)),
  ];
  invariant(shown !== undefined, 'edits are looked at on one day at the least');
  return { ...shown, harms: [...new Set(impacts.flatMap(({ harms }) => harms))] };
}

/** The impact on a UTC day, by present knowledge. */
async function impactOn(ports: ShowPorts, order: ImpactOrder, countsOn: Day): Promise<ShownImpact> {
  const { edits, atMs, settings, settingsAfter = settings, known } = order;
  const isAhead = countsOn > dayOf(atMs);
  const [tables, limits] = await Promise.all([
    readRuleTables(ports, known?.collected.users),
    known?.limits ?? ports.limits.list(),
  ]);
  const { run, collected, without } = await sideBefore(ports, order, { countsOn, tables, limits });
  const edited = portsOn(editedTables(tables, edits, run.at), ports);
  const collectedAfter = await collectAgain(edited, settingsAfter, run, collected);
  const after = sideOf(settingsAfter, run, { collected: collectedAfter, limits });
  const made = withPlanId({ plan: after.planned.plan, planInputs: after.input });
  const ofFigures = isAhead ? undefined : collectedAfter.hold;
  const { held, besideHold } = await judgeCollected(ports, { settings: settingsAfter, run }, made, ofFigures);
  const sent = new Set(besideHold.map(({ userId }) => userId));
  const timing = {
    from: isAhead ? countsOn : undefined,
    besideHold: held?.guard === 'blast-radius' ? sent : undefined,
  };
  const impact = decideImpact(edits, { without, after }, timing);
  const stoppedBeside = new Set(impact.stopped.flatMap(({ userId }) => (sent.has(userId) ? [userId] : [])));
  return {
    ...impact,
    stoppedBeside,
    countsOn,
    edits,
    emails: new Map(after.planned.decisions.map(({ userId, email }) => [userId, email])),
    at: new Date(atMs).toISOString(),
    dataThrough: collectedAfter.through,
    held,
    warnings: [...(held === undefined ? [] : [warningOf(held, besideHold.length)]), ...impact.warnings],
    inputsHash: inputsHashOf(without.input),
  };
}

interface Before {
  readonly run: RunContext;
  readonly collected: Collected;
  readonly without: ImpactSide;
}

/** People change an edit several times before they make it: what it is compared with is kept with the shared data. */
const keptBefore = new WeakMap<Collected, Before & { readonly rules: string; readonly atMs: number }>();
const keptMsMax = 300_000;

/** The rules without the edits, on a UTC day, at the moment at which both sides are planned. */
async function sideBefore(
  ports: ShowPorts,
  { atMs, settings, known }: ImpactOrder,
  read: { readonly countsOn: Day; readonly tables: RuleTables; readonly limits: PlanTerms['limits'] },
): Promise<Before> {
  const { countsOn, tables, limits } = read;
  const { users: _users, ...rows } = tables;
  const rules = JSON.stringify([countsOn, settings, rows]);
  const kept = known && keptBefore.get(known.collected);
  if (kept?.rules === rules && kept.atMs <= atMs && atMs - kept.atMs <= keptMsMax) {
    return kept;
  }
  // At the same time of that day.
  const lookedAtMs = atMs + daysBetween(dayOf(atMs), countsOn) * msPerDay;
  const run = { runId: 'impact', at: new Date(lookedAtMs).toISOString(), today: countsOn };
  const asTheyAre = portsOn(tables, ports);
  const collected = await (known === undefined
    ? collectTables(asTheyAre, settings, run)
    : collectAgain(asTheyAre, settings, run, known.collected));
  const before = { run, collected, without: sideOf(settings, run, { collected, limits }) };
  if (known !== undefined) {
    keptBefore.set(known.collected, { ...before, rules, atMs });
  }
  return before;
}

function sideOf(settings: EnforcementSettings, run: RunContext, read: PlanTerms): ImpactSide {
  const input = planInputsOf(settings, run, read);
  const { teams, assignment } = read.collected;
  return { input, teams, assignment, planned: planLimits(input) };
}

/** `sentCount`: the limits that do not wait. */
function warningOf({ guard, detail }: Hold, sentCount: number): ImpactWarning {
  // Advice about a held plan is given once it is held.
  const [why = detail] = detail.split('. ');
  const rest =
    guard !== 'blast-radius'
      ? besideHold
      : sentCount === 0
        ? 'All of it waits'
        : `All but ${counted(sentCount, 'limit')} waits: cuts that a guaranteed budget needs, and what the edit gives the people it names, apply at once`;
  return guard === 'trust-gate'
    ? {
        kind: 'doubtful-data',
        text: `figures are in doubt: ${why}. Until they are right, limits rise only by what is surely free, and fall only as far as a guaranteed budget needs`,
      }
    : {
        kind: 'held',
        text: `the next run ${guard === 'blast-radius' ? 'needs approval' : 'is held'} (${guard}). ${why}. ${rest}`,
      };
}
