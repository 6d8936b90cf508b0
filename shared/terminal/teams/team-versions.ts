import type { TeamKey, VersionOf } from '../../application/edits/ports.ts';
import { teamRecord } from '../../contracts/records/team.ts';
import { termsIn } from '../../domain/records/diff-records.ts';
import type { Team, TeamTerms } from '../../domain/teams/team.ts';
import { describeVersions } from '../records/record-rows.ts';
import { stepTable, versionSteps, type VersionStep } from '../records/version-steps.ts';
import type { Style } from '../style.ts';

type TeamVersion = VersionOf<TeamKey, Team>;

/** In the order of their moments; each with the version before it of the same team. */
export function teamSteps(versions: readonly TeamVersion[]): readonly VersionStep<TeamVersion>[] {
  return versionSteps(versions, ({ key }) => key.name);
}

export function teamStepDocument({ version, before }: VersionStep<TeamVersion>) {
  const { key, version: number, at, by, way } = version;
  const [earlier, later] = [termsOf(before), termsOf(version)];
  return {
    team: key.name,
    version: number,
    at,
    by,
    way,
    before: earlier === undefined ? null : teamRecord.document(earlier),
    after: later === undefined ? null : teamRecord.document(later),
  };
}

/** Versions of teams with who, when, how, before and after, as a table. */
export function teamVersionTable(steps: readonly VersionStep<TeamVersion>[], style: Style): string {
  return stepTable(
    steps,
    {
      names: ['Team'],
      cells: ({ key }) => [key.name],
      what: ({ version, before }) => describeVersions(teamRecord, termsOf(before), termsOf(version)),
    },
    style,
  );
}

function termsOf(version: TeamVersion | undefined): TeamTerms | undefined {
  return version?.record === undefined ? undefined : termsIn(version.record);
}
