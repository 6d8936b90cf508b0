import { diffTeams, type TeamChange, type TeamPlan, type WantedTeam } from '../../domain/teams/diff-teams.ts';
import type { Author, EditOutcome } from './edit-budgets.ts';
import { editTeam, type TeamPorts } from './edit-teams.ts';
import type { TeamStore } from './ports.ts';

/** A plan, and the rows of the table that it leaves alone because they are not valid. */
export interface TeamImportPlan extends TeamPlan {
  /** Wanted teams whose row in the table was edited by hand and cannot be read: it must be mended there first. */
  readonly blocked: readonly { readonly name: string; readonly problem: string }[];
}

/** Plans what an import would do; changes nothing. */
export async function planTeamImport(
  teams: Pick<TeamStore, 'list'>,
  wanted: readonly WantedTeam[],
  options: { readonly prune: boolean },
): Promise<TeamImportPlan> {
  const current = await teams.list();
  const invalid = new Map(current.invalid.map(({ name, problem }) => [name, problem]));
  const blocked = wanted.flatMap(({ name }) => {
    const problem = invalid.get(name);
    return problem === undefined ? [] : [{ name, problem }];
  });
  const open = wanted.filter(({ name }) => !invalid.has(name));
  return { ...diffTeams(current.teams, open, options), blocked };
}

export interface TeamEditResult {
  readonly change: TeamChange;
  readonly outcome: EditOutcome;
}

export interface TeamImportPorts extends TeamPorts {
  /** Told how many changes are done. */
  readonly onProgress?: (done: number) => void;
}

/** Makes the changes of a plan, one after the other; a stale one is passed over. */
export async function applyTeamImport(
  ports: TeamImportPorts,
  plan: TeamPlan,
  author: Author,
): Promise<readonly TeamEditResult[]> {
  const results: TeamEditResult[] = [];
  for (const change of plan.changes) {
    results.push({ change, outcome: await editTeam(ports, change, author) });
    ports.onProgress?.(results.length);
  }
  return results;
}
