import type { TeamOf } from '../../shared/domain/caps/shared-budget.ts';
import type { BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import type { LedgerTrace } from '../../shared/application/queries/backtest-ledger.ts';
import { assignTeams } from '../../shared/domain/teams/assign-teams.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { validFileFrom } from '../records/valid-file.ts';

/** The roster's metadata of the users of a trace. */
export type MetadataOf = LedgerTrace['metadataOf'];

/** Budgets to be tried on a trace, with the teams that their file has. */
export interface Proposal {
  readonly budgets: readonly BudgetTerms[];
  /** Who of the users of a trace is in which team; by their metadata too, where it is known. */
  teamsOf(users: readonly string[], metadataOf: MetadataOf | undefined): TeamOf;
}

/**
 * Reads a file of budgets to be tried. Budgets of teams that the file does not have are left out, with a note. Raises
 * what reading a file raises.
 */
export function proposalFrom(context: CommandContext, path: string): Proposal {
  const file = validFileFrom(context, path, 'budgets');
  const names = new Set(file.teams.map(({ team }) => team.name));
  const replayed = file.budgets.filter(({ budget: { scope } }) => scope.kind !== 'team' || names.has(scope.name));
  if (replayed.length < file.budgets.length) {
    context.note('Budgets of teams that the file does not have under "teams:" are left out.');
  }
  const teams = file.teams.map(({ team }, index) => ({
    ...team,
    position: index + 1,
    version: 1,
    updatedBy: '',
    updatedAt: '',
  }));
  return {
    budgets: replayed.map(({ budget }) => ({ ...budget, forecastAlert: budget.forecastAlert ?? true })),
    teamsOf(users, metadataOf) {
      const isByMetadata = teams.some(({ members }) => members.some(({ kind }) => kind === 'metadata'));
      if (isByMetadata && metadataOf === undefined) {
        context.note('A file has no metadata: members by metadata are left out, those by email and glob are not.');
      }
      const roster = users.map((user) => {
        const metadata = metadataOf?.get(user);
        return { userId: user, email: user, ...(metadata !== undefined && { metadata }) };
      });
      return assignTeams(roster, teams).teamOf;
    },
  };
}
