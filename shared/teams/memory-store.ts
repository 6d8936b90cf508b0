import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import { teamVersion, teamVersions } from '../kernel/records/contract/versions/record-versions.ts';
import type { TableRow } from '../kernel/records/contract/versions/stored-record.ts';
import { stampOf } from '../kernel/records/record-edit.ts';
import { memoryAdopt, memoryEdit, memoryRecordVersions } from '../kernel/records/store/memory-record-versions.ts';
import { StaleRecordError, type TeamKey, type TeamStore } from '../kernel/records/use-cases/ports.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { foundTeam, readTeam, storedTeams } from './contract/team-rows.ts';
import { compareTeams } from './team.ts';

export interface MemoryTeamStore extends TeamStore {
  /** Writes a row unchecked, like the table's own tools. */
  writeByHand(row: TableRow & { readonly name: string }): void;
  removeByHand(name: string): void;
}

/** `dynamoTeamStore` in memory. */
export function memoryTeamStore(journal: MemoryJournal): MemoryTeamStore {
  const rows = new Map<string, TableRow>();
  const versions = memoryRecordVersions(teamVersions);
  const on = { rows, versions, journal, keyText: ({ name }: TeamKey) => name, stale: staleAt };

  return {
    async list() {
      const read = sortedBy(rows, ([name]) => name).map(([, row]) => readTeam(row));
      return {
        teams: read.flatMap((one) => (one.kind === 'team' ? [one.team] : [])).toSorted(compareTeams),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find({ name }) {
      const last = versions.last({ name });
      return { row: foundTeam(rows.get(name)), last };
    },
    async edit(edit, entry) {
      const { key, seenVersion } = edit;
      const team = storedTeams.edited(edit);
      const row = team && storedTeams.format(team);
      const isMade = (found: TableRow | undefined) =>
        team !== undefined && storedTeams.holds(found, team, (made) => made > seenVersion);
      memoryEdit(on, { key, seenVersion, row, version: teamVersion(edit), isMade }, entry);
    },
    listVersions: async () => versions.list(),
    async adopt(edit, entry) {
      const { key, seenVersion } = edit;
      memoryAdopt(on, { key, seenVersion, version: teamVersion(edit), stamp: stampOf(edit) }, entry);
    },
    writeByHand(row) {
      rows.set(row.name, structuredClone(row));
    },
    removeByHand(name) {
      rows.delete(name);
    },
  };
}

function staleAt({ name }: TeamKey, seenVersion: number): StaleRecordError {
  return new StaleRecordError(`the team ${name} is no longer at version ${seenVersion}`);
}
