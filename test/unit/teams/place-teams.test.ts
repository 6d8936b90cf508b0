import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diffRecords, type RecordPlan } from '../../../shared/kernel/records/diff-records.ts';
import {
  compareTeams,
  teamKind,
  type Team,
  type TeamTerms,
  placedTeams,
  type WantedTeam,
} from '../../../shared/teams/team.ts';
import { aTeam, rules, someTeams } from '../../support/teams.ts';

const keep = { prune: false };

function wanted(name: string, ...members: readonly string[]) {
  return { name, members: rules(...members) };
}

function diffTeams(current: readonly Team[], list: readonly WantedTeam[], options: { readonly prune: boolean }) {
  return diffRecords(teamKind, { current, wanted: placedTeams(list, current) }, options);
}

/** What is there once a plan is carried out. */
function outcomeOf(current: readonly Team[], { changes }: RecordPlan<TeamTerms>): readonly Team[] {
  const teams = new Map(current.map((team) => [team.name, team]));
  for (const change of changes) {
    if (change.kind === 'remove') {
      teams.delete(change.before.name);
    } else {
      teams.set(change.after.name, { ...aTeam(change.after.name, []), ...change.after });
    }
  }
  return [...teams.values()].toSorted(compareTeams);
}

test('adds come before changes, and removals only when they are asked for', () => {
  const current = [aTeam('web', ['a@b.example']), aTeam('ops', ['c@d.example'], { position: 2 })];
  const list = [wanted('web', 'x@b.example'), wanted('new', 'n@b.example')];

  const kept = diffTeams(current, list, keep);
  const pruned = diffTeams(current, list, { prune: true });

  expect(kept.changes.map(({ kind }) => kind)).toEqual(['add', 'change']);
  expect(kept.unnamed.map(({ name }) => name)).toEqual(['ops']);
  expect(pruned.changes.map(({ kind }) => kind)).toEqual(['add', 'change', 'remove']);
  expect(pruned.unnamed).toEqual([]);
});

test('the order of members says nothing, the order of teams does', () => {
  const current = [aTeam('a', ['x@b.example', '*@c.example']), aTeam('b', ['y@b.example'], { position: 2 })];

  const same = diffTeams(current, [wanted('a', '*@c.example', 'x@b.example'), wanted('b', 'y@b.example')], keep);
  const turned = diffTeams(current, [wanted('b', 'y@b.example'), wanted('a', '*@c.example', 'x@b.example')], keep);

  expect(same).toEqual({ changes: [], unchanged: 2, unnamed: [] });
  expect(turned.changes).toMatchObject([{ kind: 'change', after: { name: 'a', position: 3 } }]);
});

test('a new team comes behind all teams, unless the list puts it before one that is there', () => {
  const current = [aTeam('a', ['x@b.example'], { position: 5 }), aTeam('b', ['y@b.example'], { position: 7 })];

  const last = diffTeams(current, [wanted('new', 'n@b.example')], keep);
  const first = diffTeams(current, [wanted('new', 'n@b.example'), wanted('a', 'x@b.example')], keep);

  expect(last.changes).toMatchObject([{ kind: 'add', after: { position: 8 } }]);
  expect(first.changes).toMatchObject([{ kind: 'add', after: { position: 1 } }]);
});

test('a list that is carried out leaves its teams in its order, and nothing to do', () => {
  fc.assert(
    fc.property(someTeams, someTeams, fc.boolean(), (current, list, prune) => {
      const after = outcomeOf(current, diffTeams(current, list, { prune }));

      const names = list.map(({ name }) => name);
      expect(after.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
      expect(diffTeams(after, list, { prune }).changes).toEqual([]);
    }),
  );
});
