import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import type { FileNote, RecordRow } from '../../kernel/records/contract/files/file-rows.ts';
import { formatRecordCsv, formatRecordYaml } from '../../kernel/records/contract/files/record-rows.ts';
import type { TeamTerms, WantedTeam } from '../team.ts';
import { teamRecord } from './team.ts';

/** CSV with one row per member. */
export function formatTeamCsv(teams: readonly WantedTeam[]): string {
  return formatRecordCsv(teamRecord, placed(teams));
}

export function formatTeamYaml(teams: readonly WantedTeam[]): string {
  return formatRecordYaml(teamRecord, 'teams', placed(teams));
}

/** In a file a team has the position in which it stands there. */
function placed(teams: readonly WantedTeam[]): readonly TeamTerms[] {
  return teams.map((team, index) => ({ ...team, position: index + 1 }));
}

/** A rule in two teams means membership in both: the order of teams decides, which is seldom intended. */
export function sharedMembers(rows: readonly Pick<RecordRow<TeamTerms>, 'terms' | 'elements'>[]): readonly FileNote[] {
  const members = rows.flatMap(({ terms, elements = [] }) => elements.map((each) => ({ ...each, team: terms.name })));
  return [...Map.groupBy(members, ({ text }) => text)].flatMap(([text, [first, ...others]]) => {
    const other = others.find(({ team }) => team !== first?.team);
    if (first === undefined || other === undefined) {
      return [];
    }
    const [here, there] = [quotedValue(other.team), quotedValue(first.team)];
    return [
      {
        at: other.at,
        text: `${quotedValue(text)} stands in team ${here} and, at ${first.at}, in team ${there}; whom it means counts in one only, by the order of teams`,
      },
    ];
  });
}
