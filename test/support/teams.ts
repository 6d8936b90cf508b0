import fc from 'fast-check';

import { invariant } from '../../shared/kernel/invariant.ts';
import { parseMemberRule, type MemberRule } from '../../shared/teams/member-rule.ts';
import type { Team } from '../../shared/teams/team.ts';

/** The rules that texts stand for. */
export function rules(...texts: readonly string[]): readonly MemberRule[] {
  return texts.map((text) => {
    const read = parseMemberRule(text);
    invariant(read.kind === 'rule', `${text} is a member rule`);
    return read.rule;
  });
}

/** A team as the table holds it, but for what a case says. */
export function aTeam(name: string, members: readonly string[], said: Partial<Team> = {}): Team {
  return {
    name,
    members: rules(...members),
    position: 1,
    version: 1,
    updatedBy: 'admin@acme.example',
    updatedAt: '2026-01-14T00:00:00.000Z',
    ...said,
  };
}

const names = ['ann', 'bob', 'cy'];
const domains = ['acme.example', 'sales.example', 'a.sales.example'];

/** Few emails and few forms of them, so that they meet often. */
export const someEmail = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...domains))
  .map(([name, domain]) => `${name}@${domain}`);

const someRule = fc.oneof(
  someEmail,
  fc.constantFrom('*@acme.example', 'a*@*', '*@*.example', '*n*@sales.example'),
  fc.constantFrom('metadata.unit=web', 'metadata.unit=ops', 'metadata.level=3'),
);

/** Any teams with names of their own. */
export const someTeams: fc.Arbitrary<readonly Team[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('web', 'ops', 'sales', 'core'),
      members: fc.uniqueArray(someRule, { minLength: 1, maxLength: 4 }),
      position: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((teams) => teams.map(({ name, members, position }) => aTeam(name, members, { position })));
