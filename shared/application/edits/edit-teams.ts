import type { JournalEntry, JournalValue } from '../../domain/journal/journal-entry.ts';
import type { TeamChange } from '../../domain/teams/diff-teams.ts';
import { formatMemberRule } from '../../domain/teams/member-rule.ts';
import type { TeamTerms } from '../../domain/teams/team.ts';
import type { Author, EditOutcome } from './edit-budgets.ts';
import { StaleTeamError, type TeamStore } from './ports.ts';
import type { Ids } from '../runs/ports.ts';

export interface TeamPorts {
  readonly teams: TeamStore;
  readonly ids: Ids;
}

/** Makes one change of one team, together with its journal entry, unless the team has moved since it was read. */
export async function editTeam(ports: TeamPorts, change: TeamChange, author: Author): Promise<EditOutcome> {
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  const { name } = change.kind === 'remove' ? change.before : change.after;
  const edit = { name, seenVersion: before?.version ?? 0, ...(after === undefined ? {} : { terms: after }) };
  try {
    await ports.teams.edit(edit, author, entryOf(change, author, ports.ids.next()));
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof StaleTeamError)) {
      throw error;
    }
    return {
      kind: 'stale',
      problem: `the team "${name}" was changed by somebody else meanwhile and was left alone; look and try again`,
    };
  }
}

function entryOf(change: TeamChange, author: Author, id: string): JournalEntry {
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  const { name } = change.kind === 'remove' ? change.before : change.after;
  return {
    id: `team/${name}/${id}`,
    at: author.at,
    kind: 'team-changed',
    actor: author.name,
    subject: `team:${name}`,
    detail: {
      before: before === undefined ? null : { ...describeTerms(before), version: before.version },
      after: after === undefined ? null : { ...describeTerms(after), version: (before?.version ?? 0) + 1 },
    },
  };
}

function describeTerms({ members, position }: TeamTerms): Readonly<Record<string, JournalValue>> {
  return { position, members: members.map(formatMemberRule) };
}
