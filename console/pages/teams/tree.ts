/** As much of a budget as the tree shows. */
export interface PoolRow {
  readonly scope: string;
  readonly window: string;
  readonly amount: number | 'unlimited';
  readonly topUps: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly mode: string;
}

/** The teams of one window against the organization. Null: there is no such budget, or it is unlimited. */
export interface WindowTree {
  readonly window: string;
  readonly organization: PoolRow | undefined;
  readonly teams: readonly PoolRow[];
  readonly teamsAmount: number;
  readonly teamsUsed: number;
  /** What the organization has beyond its teams; negative where these are promised more than there is. */
  readonly unpromised: number | null;
}

/** Budgets of the organization and of teams by their window, those windows first that have most of them. */
export function treeOf(rows: readonly PoolRow[]): readonly WindowTree[] {
  const byWindow = Map.groupBy(rows, ({ window }) => window);
  return [...byWindow]
    .map(([window, own]) => {
      const organization = own.find(({ scope }) => scope === 'org');
      const teams = own.filter(({ scope }) => scope.startsWith('team:'));
      const teamsAmount = sum(teams.map(({ amount }) => (amount === 'unlimited' ? 0 : amount)));
      const all = organization?.amount;
      return {
        window,
        organization,
        teams,
        teamsAmount,
        teamsUsed: sum(teams.map(({ used }) => used ?? 0)),
        unpromised: typeof all === 'number' ? all - teamsAmount : null,
      };
    })
    .filter(({ organization, teams }) => organization !== undefined || teams.length > 0)
    .toSorted((a, b) => b.teams.length - a.teams.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
