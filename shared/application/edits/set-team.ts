import { diffTeam, type TeamChange } from '../../domain/teams/diff-teams.ts';
import type { InvalidTeam } from '../../domain/teams/invalid-team.ts';
import type { Team, TeamTerms } from '../../domain/teams/team.ts';
import type { Author, EditOutcome } from './edit-budgets.ts';
import { editTeam, type TeamPorts } from './edit-teams.ts';

/** What became of setting or removing one team. */
export type SetTeamOutcome =
  | { readonly kind: 'changed'; readonly change: TeamChange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'refused'; readonly problem: string };

/** What is wanted of one team, said in terms of the one that is there, if any, and of all teams. */
export interface TeamOrder {
  readonly name: string;
  termsFrom(before: Team | undefined, all: readonly Team[]): TeamTerms;
}

/** Makes a team what an order wants of it. */
export async function setTeam(ports: TeamPorts, order: TeamOrder, author: Author): Promise<SetTeamOutcome> {
  const { name } = order;
  const { teams, invalid } = await ports.teams.list();
  const problem = describeBroken(name, invalid);
  if (problem !== undefined) {
    return { kind: 'refused', problem };
  }
  const before = teams.find((team) => team.name === name);
  const [change] = diffTeam(before, order.termsFrom(before, teams));
  return change === undefined ? { kind: 'unchanged' } : ended(change, await editTeam(ports, change, author));
}

/** Removes a team: whoever it bound belongs to the next team that they match, or to none. */
export async function removeTeam(ports: TeamPorts, name: string, author: Author): Promise<SetTeamOutcome> {
  const { teams, invalid } = await ports.teams.list();
  const problem = describeBroken(name, invalid);
  if (problem !== undefined) {
    return { kind: 'refused', problem };
  }
  const before = teams.find((team) => team.name === name);
  if (before === undefined) {
    return { kind: 'not-there' };
  }
  const change = { kind: 'remove', before } as const;
  return ended(change, await editTeam(ports, change, author));
}

function ended(change: TeamChange, outcome: EditOutcome): SetTeamOutcome {
  return outcome.kind === 'done' ? { kind: 'changed', change } : { kind: 'refused', problem: outcome.problem };
}

function describeBroken(name: string, invalid: readonly InvalidTeam[]): string | undefined {
  const broken = invalid.find((row) => row.name === name);
  return broken === undefined
    ? undefined
    : `the row of the team "${name}" was edited by hand and cannot be read; mend or delete it in the table first: ${broken.problem}`;
}
