import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError, type TeamKey, type TeamStore } from '../../../application/edits/ports.ts';
import { foundRow, teamVersions, versionOfTeamEdit } from '../../../contracts/records/versions/record-versions.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import { readTeam, storedTeams, teamOf } from '../../../contracts/records/team-rows.ts';
import { invariant } from '../../../domain/invariant.ts';
import { compareTeams } from '../../../domain/teams/team.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { editStamp, memoryAdopt, memoryRecordVersions } from './memory-record-versions.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** Teams in memory, as plain rows that can be edited directly too. */
export interface MemoryTeamStore extends TeamStore {
  /** Writes a row as somebody with the tools of the table would: unchecked. */
  writeByHand(row: Row & { readonly name: string }): void;
  /** Removes a row in the same way. */
  removeByHand(name: string): void;
}

/** Teams in memory, with the semantics of `dynamoTeamStore`. */
export function memoryTeamStore(journal: MemoryJournal): MemoryTeamStore {
  const rows = new Map<string, Row>();
  const versions = memoryRecordVersions(teamVersions);

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
      return { row: foundRow(teamVersions, rows.get(name)), ...(last !== undefined && { last }) };
    },
    async edit(edit, author, entry) {
      const row = rows.get(edit.name);
      const wanted = teamOf(edit, author);
      const written = journal.find(entry);
      if (
        isDeepStrictEqual(written, storedCopy(entry)) ||
        (wanted !== undefined && storedTeams.holds(row, wanted, (made) => made > edit.seenVersion))
      ) {
        return;
      }
      const version = versionOfTeamEdit(edit, author);
      if (!isAsSeen(row, edit) || versions.has(edit, version)) {
        throw staleAt(edit, edit.seenVersion);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      versions.add(edit, version);
      if (wanted === undefined) {
        rows.delete(edit.name);
      } else {
        rows.set(edit.name, storedCopy(storedTeams.format(wanted)));
      }
    },
    listVersions: async () => versions.list(),
    adopt: memoryAdopt({
      rows,
      versions,
      journal,
      keyText: ({ name }) => name,
      stampOf: editStamp,
      stale: staleAt,
    }),
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
