import type { BudgetTerms } from '../../shared/budgets/budget.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { BudgetStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import { platformRoster } from '../../shared/roster/platform/platform-roster.ts';

/** The emulator puts its people into these by their metadata. */
const teams = ['platform', 'payments', 'search', 'mobile', 'data', 'growth', 'security', 'infra'];
const author = { name: 'bench', at: '2026-01-14T00:00:00.000Z' };
const month = 200_000;
/** One person in this many has a budget of their own. */
const ownEvery = 50;

export async function readEmails(platform: PlatformClient): Promise<readonly string[]> {
  const roster = platformRoster(platform);
  const pages = await Array.fromAsync(roster.read(), ({ users }) => users.flatMap(({ email }) => email ?? []));
  return pages.flat();
}

type BudgetRow = Pick<BudgetTerms, 'scope' | 'window'> & { readonly credits: number };

/** Month budgets for the organization, its teams and the default, and week budgets of their own for some people. */
export async function putBudgets(store: BudgetStore, emails: readonly string[]): Promise<void> {
  const everybody = emails.length * month;
  const own = emails.filter((_, index) => index % ownEvery === 0);
  const rows: readonly BudgetRow[] = [
    { scope: { kind: 'org' }, window: 'month', credits: everybody },
    { scope: { kind: 'default' }, window: 'month', credits: 2 * month },
    ...teams.map(
      (name) =>
        ({ scope: { kind: 'team', name }, window: 'month', credits: Math.floor(everybody / teams.length) }) as const,
    ),
    ...own.map(
      (email) => ({ scope: { kind: 'user', email: email.toLowerCase() }, window: 'week', credits: month }) as const,
    ),
  ];
  for (const row of rows) {
    await putBudget(store, row);
  }
}

const firstVersion = { version: 1, by: author.name, at: author.at, way: 'command' } as const;

export async function putBudget(store: BudgetStore, { scope, window, credits }: BudgetRow): Promise<void> {
  const kept = { thresholds: [50, 80, 100], forecastAlert: true, owners: ['lead@acme.example'] };
  const terms = { scope, window, amount: { kind: 'credits', credits }, mode: 'enforce', ...kept } as const;
  const id = `budget-${JSON.stringify(scope)}-${window}`;
  const entry = { id, at: author.at, kind: 'budget-changed', actor: author.name, detail: {} } as const;
  await store.edit({ key: terms, seenVersion: 0, ...firstVersion, terms }, entry);
}

/** The teams of the emulator, by the metadata of its people. */
export async function putTeams(store: TeamStore): Promise<void> {
  for (const [index, name] of teams.entries()) {
    const members = [{ kind: 'metadata', key: 'team', value: name }] as const;
    const entry = { id: `team-${index}`, at: author.at, kind: 'team-changed', actor: author.name, detail: {} } as const;
    const terms = { name, members, position: index + 1 };
    await store.edit({ key: { name }, seenVersion: 0, ...firstVersion, terms }, entry);
  }
}
