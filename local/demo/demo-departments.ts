import type { BudgetTerms } from '../../shared/budgets/budget.ts';
import type { WantedTeam } from '../../shared/teams/team.ts';
import { type DemoUsage, monthly } from './demo-budgets.ts';

export const departmentKey = 'team';

/** Credits. */
interface Department {
  readonly name: string;
  readonly thisMonth: number;
  readonly usualMonth: number;
}

/** A roster's departments with their use, smallest first. */
export function departmentsOf(
  usage: readonly DemoUsage[],
  departmentOf: ReadonlyMap<string, string>,
): readonly Department[] {
  const members = Map.groupBy(usage, ({ email }) => departmentOf.get(email));
  return [...members]
    .flatMap(([name, people]) =>
      name === undefined
        ? []
        : [
            {
              name,
              thisMonth: people.reduce((sum, user) => sum + user.thisMonth, 0),
              usualMonth: people.reduce((sum, user) => sum + user.usualMonth, 0),
            },
          ],
    )
    .toSorted((one, other) => one.usualMonth - other.usualMonth || (one.name < other.name ? -1 : 1));
}

export function departmentTeam({ name }: Department): WantedTeam {
  return { name, members: [{ kind: 'metadata', key: departmentKey, value: name }] };
}

/**
 * A quarter above usual, with alerts to the department's head and finance, stopping no one. The smallest department
 * instead has a strict pool for a few more days.
 */
export function departmentBudget({ name, thisMonth, usualMonth }: Department, place: number): BudgetTerms {
  const owners = ['finops@acme.example', `${name}-lead@acme.example`];
  const scope = { kind: 'team', name } as const;
  return place === 0
    ? {
        ...monthly(scope, 1.12 * thisMonth + 0.12 * usualMonth, 'A department that must not cost more'),
        guarantee: { kind: 'strict' },
        owners,
      }
    : { ...monthly(scope, 1.25 * usualMonth, 'Planned by the department'), mode: 'alert', owners };
}
