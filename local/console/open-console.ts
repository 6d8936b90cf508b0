import type { RoleLists } from '../../shared/domain/access/decide-access.ts';
import { consoleDist } from '../../console/sources.ts';
import { buildConsole, type BuildOutcome } from './build-console.ts';
import { readConsoleFiles } from './console-files.ts';
import type { ConsoleSiteOptions } from './console-site.ts';

const building = 'The console is being built, which takes some seconds. Load this page again.\n';
const left = 'The console was not built: this installation runs with --once or --no-console.\n';

/**
 * Begins to build the console, or leaves it, and goes on: everything else starts meanwhile, and starts just the same
 * where the build fails. Must not reject.
 */
export function openConsole({
  isWanted,
  onBuilt,
}: {
  readonly isWanted: boolean;
  readonly onBuilt: (outcome: BuildOutcome) => void;
}): ConsoleSiteOptions['files'] {
  let files: ReturnType<ConsoleSiteOptions['files']> = { missing: isWanted ? building : left };
  if (isWanted) {
    void buildConsole()
      .then((outcome) => {
        files =
          outcome.kind === 'failed'
            ? { missing: `The console could not be built; everything else runs.\n\n${outcome.detail}\n` }
            : readConsoleFiles(consoleDist);
        onBuilt(outcome);
      })
      .catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : 'it ended without a word';
        files = { missing: `The console could not be built; everything else runs.\n\n${detail}\n` };
        onBuilt({ kind: 'failed', detail });
      });
  }
  return () => files;
}

/** Whom one may look at the demo as: everybody with a role, and somebody who has none. */
export function peopleOfDemo(lists: RoleLists, roster: readonly string[]): readonly string[] {
  const { viewers, budgetAdmins, approvers, security, teamOwners } = lists;
  const named = [viewers, budgetAdmins, approvers, security, ...Object.values(teamOwners)].flat();
  return [...new Set([...named, ...roster.slice(0, 1)])].filter((entry) => entry.includes('@'));
}
