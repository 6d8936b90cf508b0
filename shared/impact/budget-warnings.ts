import { allowedCredits } from '../budgets/allowed-credits.ts';
import { budgetKey, isInForce, type Budget } from '../budgets/budget.ts';
import { holdersByBudget, inheritedBy, personalBudgets, type PersonalBudgets } from '../budgets/personal-budgets.ts';
import { formatScope, isPoolScope, type Scope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import type { CapDecision } from '../caps/cap.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import { currentPool } from '../explanation/pool-outlook.ts';
import { amountState, describeOver } from '../kernel/texts/amount-state.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { creditsOver, creditsText } from '../kernel/texts/credits.ts';
import { nearestHint } from '../kernel/texts/nearest-word.ts';
import { type Day, dayText } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { ImpactWarning, WarningKind } from './impact-warning.ts';
import type { JudgedSide } from './planned-limits.ts';

/** Returns what is odd about the budgets: some apply to no one, are used up, or do not fit together. */
export function budgetWarnings(side: JudgedSide): readonly ImpactWarning[] {
  const facts = factsOf(side);
  return [
    ...side.input.budgets.flatMap((budget) => warningsOf(budget, facts)),
    ...teamsOverOrganization(facts),
    ...defaultsReplaced(facts),
    ...reservedBeyondPool(side),
  ];
}

interface Facts extends JudgedSide {
  readonly day: Day;
  readonly teamNames: ReadonlySet<string>;
  readonly emptyTeams: ReadonlySet<string>;
  readonly people: ReadonlyMap<string, CapDecision>;
  readonly holders: ReturnType<typeof holdersOf>;
  readonly personal: PersonalBudgets<Budget>;
  readonly binding: readonly (Budget & { readonly amount: { readonly kind: 'credits'; readonly credits: number } })[];
}

function factsOf(side: JudgedSide): Facts {
  const { input, planned, teams, assignment } = side;
  const inForce = input.budgets.filter((budget) => isInForce(budget, input.day));
  const personal = personalBudgets(inForce);
  return {
    ...side,
    day: input.day,
    teamNames: new Set(teams.map(({ name }) => name)),
    // Before a roster was read, members are unknown.
    emptyTeams: new Set(input.users.length === 0 ? [] : assignment.emptyTeams),
    people: new Map(planned.decisions.map((decision) => [emailKey(decision.email), decision])),
    holders: holdersOf(side, personal),
    personal,
    binding: inForce.filter(
      (budget): budget is Facts['binding'][number] => budget.mode === 'enforce' && budget.amount.kind === 'credits',
    ),
  };
}

/** The people of each budget of single people, by the budget's key. */
export function holdersOf({ input, planned }: JudgedSide, personal: PersonalBudgets<Budget>) {
  return holdersByBudget(
    personal,
    planned.decisions.map(({ userId, email }) => ({ userId, email, team: input.teamOf.get(userId) })),
  );
}

function warningsOf(budget: Budget, facts: Facts): readonly ImpactWarning[] {
  const unknown = describeUnknownModel(budget, facts);
  if (unknown !== undefined) {
    return [warning('model-unknown', budget, unknown)];
  }
  // It is meant to set no cap: it sends alerts.
  if (budget.mode === 'alert') {
    return [];
  }
  const nobody = reasonForNobody(budget, facts);
  if (nobody !== undefined) {
    return [warning('binds-nobody', budget, `${titleOf(budget)} binds no one: ${nobody}`)];
  }
  const used = describeUsedUp(budget, facts);
  return used === undefined ? [] : [warning('below-used', budget, used)];
}

function reasonForNobody(budget: Budget, facts: Facts): string | undefined {
  const { scope, mode, from, to } = budget;
  if (to !== undefined && to < facts.day) {
    return `it was over on ${dayText(to)}`;
  }
  if (from !== undefined && from > facts.day) {
    return `it begins on ${dayText(from)}`;
  }
  if (mode !== 'enforce') {
    return `its mode is ${mode}, which sets no cap`;
  }
  switch (scope.kind) {
    case 'org':
      return undefined;
    case 'default':
      return facts.people.size > 0 && peopleOf(budget, facts).length === 0
        ? 'each person has a budget of their own, or one by their team'
        : undefined;
    case 'members':
      return (
        reasonForTeam(scope, facts) ??
        (facts.people.size > 0 && peopleOf(budget, facts).length === 0
          ? 'each member of the team has a budget of their own'
          : undefined)
      );
    case 'team':
      return reasonForTeam(scope, facts) ?? shadowOf(budget, facts);
    case 'user':
      return facts.input.users.length === 0 || facts.people.has(scope.email)
        ? undefined
        : 'no person on the roster who can be capped has this email';
    case 'model':
      return undefined;
  }
}

const namedModelsMax = 10;

/** A model may be budgeted before it is used. */
function describeUnknownModel({ scope }: Budget, { input }: Facts): string | undefined {
  const { models = new Map<string, unknown>(), knownFrom } = input.pools.use;
  if (scope.kind !== 'model' || models.has(scope.id)) {
    return undefined;
  }
  const names = [...models.keys()].toSorted();
  const others = names.length > namedModelsMax ? ` and ${names.length - namedModelsMax} more` : '';
  const known =
    names.length === 0
      ? 'the platform named no model of any use'
      : `used were ${names.slice(0, namedModelsMax).join(', ')}${others}`;
  const nearest = nearestHint(scope.id, names, (near) => `model:${near}`);
  return `no use of model ${scope.id} is known since ${knownFrom}: ${known}${nearest}`;
}

function reasonForTeam(
  { kind, name }: Extract<Scope, { readonly name: string }>,
  { teamNames, emptyTeams }: Facts,
): string | undefined {
  if (!teamNames.has(name)) {
    return `there is no team of that name${nearestHint(name, [...teamNames], (near) => `${kind}:${near}`)}`;
  }
  return emptyTeams.has(name) ? 'the team has no members on the roster' : undefined;
}

/** A pool larger than the organization's over the same window never runs out first. */
function shadowOf({ window, amount }: Budget, { binding }: Facts): string | undefined {
  const above = binding.find(({ scope, ...budget }) => scope.kind === 'org' && budget.window === window);
  return above !== undefined && amount.kind === 'credits' && amount.credits >= above.amount.credits
    ? `the organization has ${creditsText(above.amount.credits)} for the same ${window}, which is used up before`
    : undefined;
}

function describeUsedUp(budget: Budget, facts: Facts): string | undefined {
  const { scope, amount } = budget;
  if (amount.kind !== 'credits') {
    return undefined;
  }
  if (isPoolScope(scope)) {
    const pool = currentPool(budget, facts.planned.plan.shares);
    return pool && describePoolUse(titleOf(budget), pool, throughText(facts));
  }
  const over = peopleOf(budget, facts).filter((userId) => usedBy(userId, budget, facts) >= amount.credits).length;
  if (over === 0) {
    return undefined;
  }
  const window = windowAt(budget.window, facts.day, facts.input.pools.platformWindow);
  return scope.kind === 'user'
    ? `${titleOf(budget)} is used up: ${creditsOver(usedBy(peopleOf(budget, facts)[0] ?? '', budget, facts), window)} of ${creditsText(amount.credits)}${throughText(facts)}`
    : `${counted(over, 'person has', 'people have')} used ${creditsText(amount.credits)} or more of ${titleOf(budget)}`;
}

function describePoolUse(title: string, pool: SharedPool, through: string): string | undefined {
  const { amountCredits: amount, knownCredits: used, guarantee, window } = pool;
  const use = { amount, used, allowed: allowedCredits(amount, guarantee) };
  switch (amountState(use)) {
    case 'within':
      return undefined;
    case 'over-budget':
      return `${title} is ${describeOver(use)}${through}`;
    case 'used-up':
      return `${title} is used up: ${creditsOver(used, window)} of ${creditsText(amount)}${through}`;
  }
}

function throughText({ input: { dataThrough } }: Facts): string {
  return dataThrough === undefined ? '' : ` through ${dayText(dataThrough)}`;
}

function peopleOf(budget: Budget, { holders }: Facts): readonly string[] {
  return (holders.get(budgetKey(budget)) ?? []).map(({ userId }) => userId);
}

function usedBy(userId: string, { window }: Budget, { input }: Facts): number {
  return input.usage.users.get(userId)?.credits[window] ?? 0;
}

function teamsOverOrganization({ binding }: Facts): readonly ImpactWarning[] {
  return binding
    .filter(({ scope }) => scope.kind === 'org')
    .flatMap(({ window, amount, ...budget }) => {
      const ofTeams = binding.filter(({ scope, window: other }) => scope.kind === 'team' && other === window);
      const sum = ofTeams.reduce((total, team) => total + team.amount.credits, 0);
      const text = `the ${counted(ofTeams.length, 'team budget')} over a ${window} add up to ${creditsText(sum)}, the organization has ${creditsText(amount.credits)}: it is used up before all of them are`;
      return sum > amount.credits ? [warning('teams-over-organization', budget, text)] : [];
    });
}

/** Priority, then size decides about reservations beyond a pool's room. Only the pool in shortage is named. */
function reservedBeyondPool({ planned }: JudgedSide): readonly ImpactWarning[] {
  return planned.plan.shares.pools
    .filter(({ isNext, reserved }) => !isNext && reserved.heldCredits < reserved.askedCredits)
    .filter(({ roomCredits, reserved }) => roomCredits < reserved.askedCredits)
    .map(({ scope, window, reserved: { heldCredits, askedCredits } }) => {
      const name = `${formatScope(scope)} / ${window.kind}`;
      const text = `${creditsText(askedCredits)} are reserved of ${name}, which can hold ${creditsText(heldCredits)} of it: those of high priority come first, then the smallest`;
      return { kind: 'reserved-beyond-pool', scope: formatScope(scope), text };
    });
}

/** An own budget replaces what its person would inherit, in every window. */
function defaultsReplaced({ input, people, personal }: Facts): readonly ImpactWarning[] {
  const teamOf = (email: string): string | undefined => input.teamOf.get(people.get(email)?.userId ?? '');
  return [...personal.ownByEmail].flatMap(([email, budgets]) => {
    const windows = new Set(budgets.map(({ window }) => window));
    const scope = formatScope({ kind: 'user', email });
    const lost = inheritedBy(personal, teamOf(email))
      .filter(({ window, mode }) => mode === 'enforce' && !windows.has(window))
      .map(titleOf);
    const text = `${scope} has a budget of their own, so that ${lost.join(' and ')} no longer counts for them`;
    return lost.length === 0 ? [] : [{ kind: 'default-replaced' as const, scope, text }];
  });
}

function warning(kind: WarningKind, { scope }: Pick<Budget, 'scope'>, text: string): ImpactWarning {
  return { kind, scope: formatScope(scope), text };
}

function titleOf({ scope, window }: Budget): string {
  return `the budget ${formatScope(scope)} / ${window}`;
}
