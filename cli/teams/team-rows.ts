import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { TeamChange } from '../../shared/domain/teams/diff-teams.ts';
import { formatMemberRule } from '../../shared/domain/teams/member-rule.ts';
import type { Team, TeamTerms } from '../../shared/domain/teams/team.ts';

const membersShownMax = 8;

/** A team as the JSON documents show it. */
export function teamDocument({ version, updatedBy, updatedAt, ...terms }: Team) {
  return { ...termsDocument(terms), version, updatedBy, updatedAt };
}

/** A change of a team as the JSON documents show it. */
export function teamChangeDocument(change: TeamChange) {
  const { name } = change.kind === 'remove' ? change.before : change.after;
  return {
    change: change.kind,
    team: name,
    before: change.kind === 'add' ? null : teamDocument(change.before),
    after: change.kind === 'remove' ? null : termsDocument(change.after),
  };
}

/** Planned or made changes as a table: what is added, who comes and goes, and what is removed. */
export function teamChangeTable(changes: readonly TeamChange[], style: Style): string {
  const rows = changes.map((change) => {
    const { name } = change.kind === 'remove' ? change.before : change.after;
    return [change.kind, `team:${name}`, describeTeamChange(change)];
  });
  return renderTable([{ title: 'Plan' }, { title: 'Team' }, { title: 'What' }], rows, style);
}

/** One change in words. */
export function describeTeamChange(change: TeamChange): string {
  switch (change.kind) {
    case 'add':
      return membersText(change.after.members.map(formatMemberRule));
    case 'remove':
      return membersText(change.before.members.map(formatMemberRule));
    case 'change':
      return describeDifference(change.before, change.after);
  }
}

/** Member rules on one line, the first few of many. */
export function membersText(members: readonly string[]): string {
  const shown = members.slice(0, membersShownMax);
  const others = members.length - shown.length;
  return [...shown, ...(others > 0 ? [`and ${grouped(others)} more`] : [])].join(', ');
}

function describeDifference(before: TeamTerms, after: TeamTerms): string {
  const [old, fresh] = [before, after].map(({ members }) => new Set(members.map(formatMemberRule)));
  const added = [...(fresh ?? [])].filter((text) => old?.has(text) === false);
  const removed = [...(old ?? [])].filter((text) => fresh?.has(text) === false);
  return [
    ...(added.length === 0 ? [] : [`with ${membersText(added)}`]),
    ...(removed.length === 0 ? [] : [`without ${membersText(removed)}`]),
    ...(before.position === after.position ? [] : [`position ${before.position} -> ${after.position}`]),
  ].join('; ');
}

function termsDocument({ name, members, position }: TeamTerms) {
  return { team: name, members: members.map(formatMemberRule), position };
}
