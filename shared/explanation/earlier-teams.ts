import type { Window } from '../budgets/window.ts';
import type { Day } from '../kernel/time/day.ts';
import { creditsWithin } from '../ledger/daily-use.ts';
import { teamSpans } from '../teams/members-by-day.ts';
import type { Snapshot } from './snapshot.ts';

export interface EarlierTeam {
  readonly team?: string;
  readonly through: Day;
  readonly credits: number;
}

/** Returns a user's earlier teams in a window; earliest first. */
export function earlierTeams(
  userId: string,
  window: Window,
  { assignment, use }: Pick<Snapshot, 'assignment' | 'use'>,
): readonly EarlierTeam[] {
  if (assignment.moved?.has(userId) !== true) {
    return [];
  }
  return teamSpans(assignment, userId, window)
    .slice(0, -1)
    .map(({ team, ...days }) => ({
      team,
      through: days.through,
      credits: creditsWithin(use, use.users.get(userId), days),
    }));
}
