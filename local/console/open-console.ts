import { statSync } from 'node:fs';

import { consoleDist, consoleStamp } from '../../console/sources.ts';
import type { Budget } from '../../shared/budgets/budget.ts';
import { teamIn } from '../../shared/budgets/scope.ts';
import type { RoleLists } from '../../shared/kernel/access/decide-access.ts';
import { buildConsole, type BuildOutcome } from './build-console.ts';
import { readConsoleFiles } from './console-files.ts';
import type { ConsoleSiteOptions } from './console-site.ts';

const building = 'The console is being built, which takes some seconds. Load this page again.\n';
const left = 'The console was not built: this installation runs with --once or --no-console.\n';

/** Starts building the console in the background, if wanted: all else starts, even if that fails. Must not reject. */
export function openConsole({
  isWanted,
  onBuilt,
}: {
  readonly isWanted: boolean;
  readonly onBuilt: (outcome: BuildOutcome) => void;
}): ConsoleSiteOptions['files'] {
  let answer: ConsoleSiteOptions['files'] = () => ({ missing: isWanted ? building : left });
  const end = (outcome: BuildOutcome): void => {
    answer = outcome.kind === 'failed' ? () => ({ missing: failure(outcome.detail) }) : filesAsBuilt();
    onBuilt(outcome);
  };
  if (isWanted) {
    void buildConsole()
      .then(end)
      .catch((error: unknown) => end({ kind: 'failed', detail: error instanceof Error ? error.message : 'no reason' }));
  }
  return () => answer();
}

function failure(detail: string): string {
  return `The console could not be built; everything else runs. Start again to try once more.\n\n${detail}\n`;
}

/** For console developers: the latest build is served. */
function filesAsBuilt(): ConsoleSiteOptions['files'] {
  let [builtMs, files] = [builtAtMs(), readConsoleFiles(consoleDist)];
  return () => {
    const newestMs = builtAtMs();
    if (newestMs !== undefined && newestMs !== builtMs) {
      [builtMs, files] = [newestMs, readConsoleFiles(consoleDist)];
    }
    return files;
  };
}

function builtAtMs(): number | undefined {
  return statSync(consoleStamp, { throwIfNoEntry: false })?.mtimeMs;
}

/** Demo people to view as: everyone with a role, owners of teams' budgets, and one without. */
export function peopleOfDemo(
  lists: RoleLists,
  budgets: readonly Budget[],
  roster: readonly string[],
): readonly string[] {
  const { viewers, budgetAdmins, approvers, security, teamOwners } = lists;
  const named = [viewers, budgetAdmins, approvers, security, ...Object.values(teamOwners)].flat();
  const owners = budgets.flatMap((budget) => (teamIn(budget.scope) === undefined ? [] : budget.owners));
  return [...new Set([...named, ...owners, ...roster.slice(0, 1)])].filter((entry) => entry.includes('@'));
}
