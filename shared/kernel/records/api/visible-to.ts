import { parseScope, formatScope, isInherited, teamIn } from '../../../budgets/scope.ts';
import type { Explanation } from '../../../explanation/explanation.ts';
import type { ShownImpact } from '../../../impact/use-cases/show-impact.ts';
import { emailKey } from '../../../roster/email.ts';
import { assignSharedUsers } from '../../../teams/assign-teams.ts';
import type { OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { knownUsers } from '../../api/snapshot-of.ts';
import { shownValue } from '../contract/fields/quoted-value.ts';

/** What a person may see of an installation: all of it, or their teams and the teams' members. */
export interface Visible {
  readonly team: (name: string) => boolean;
  readonly email: (email: string) => boolean;
  /** A scope of one of their teams or its members. */
  readonly scope: (scope: string) => boolean;
}

const everything: Visible = { team: () => true, email: () => true, scope: () => true };

/** What the caller of an operation may see. */
export async function visibleTo(
  work: Pick<OperationWork, 'installation' | 'tables' | 'nowMs' | 'onlyTeams' | 'share' | 'onOld'>,
): Promise<Visible> {
  const { installation, onlyTeams } = work;
  if (onlyTeams === undefined) {
    return everything;
  }
  const [users, { teams }] = await Promise.all([knownUsers(work), installation.teams.list()]);
  const { teamOf } = assignSharedUsers(users, teams);
  const members = new Set(
    users.flatMap(({ userId, email }) =>
      email !== undefined && onlyTeams.includes(teamOf.get(userId) ?? '') ? [emailKey(email)] : [],
    ),
  );
  const team = (name: string): boolean => onlyTeams.includes(name);
  const email = (text: string): boolean => members.has(emailKey(text));
  return {
    team,
    email,
    scope(text) {
      const scope = parseScope(text);
      const name = scope && teamIn(scope);
      return name === undefined ? scope?.kind === 'user' && email(scope.email) : team(name);
    },
  };
}

/** What a person may see of an impact: whose limits, and which pools. */
export function visibleImpact(impact: ShownImpact, visible: Visible): ShownImpact {
  const isSeen = ({ email }: { readonly email: string }): boolean => visible.email(email);
  return {
    ...impact,
    effects: impact.effects.filter(isSeen),
    stopped: impact.stopped.filter(isSeen),
    freed: impact.freed.filter(isSeen),
    pools: impact.pools.filter(({ pool }) => visible.scope(formatScope(pool.scope))),
    warnings: impact.warnings.filter(({ scope }) => scope === undefined || visible.scope(scope)),
    past: { ...impact.past, stops: impact.past.stops.filter(isSeen) },
  };
}

/** Fields of inputs that name whom a call is about, and the scopes that they name. */
const subjectFields: Readonly<Record<string, (text: string) => string>> = {
  scope: (text) => text,
  who: (text) => text,
  raises: (text) => text,
  email: (text) => `user:${text}`,
  emails: (text) => `user:${text}`,
  for: (text) => `user:${text}`,
  takenFrom: (text) => `user:${text}`,
  people: (text) => `user:${text}`,
  team: (text) => `team:${text}`,
  teams: (text) => `team:${text}`,
};

/**
 * Raises Problem where the input of a call names others than the caller may see, before anything of these is read: what
 * is refused is the same whether they exist or not. Edits, and the questions what one would do, are asked so.
 */
export function refuseForeign(input: unknown, visible: Visible): void {
  const foreign = scopesIn(input).find((scope) => !visible.scope(scope));
  if (foreign !== undefined) {
    throw new Problem(
      'not-allowed',
      `${shownValue(foreign)} is no team of yours and no member of one; it takes the role budget-admin`,
    );
  }
}

function scopesIn(value: unknown, scopeOf?: (text: string) => string): readonly string[] {
  if (typeof value === 'string') {
    return scopeOf === undefined ? [] : value.split(';').map((text) => scopeOf(text.trim()));
  }
  if (value === true && scopeOf !== undefined) {
    // A person's pools are not the caller's alone.
    return ['org'];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each) => scopesIn(each, scopeOf));
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        scopesIn(each, Object.hasOwn(subjectFields, name) ? subjectFields[name] : undefined),
      )
    : [];
}

/**
 * What a team's owner may read of a member's explanation: budgets of the member and the team, and inherited ones. Of others'
 * pools only that they decide, and the member's share.
 */
export function visibleExplanation(explanation: Explanation, visible: Visible): Explanation {
  const isSeen = ({ budget: { scope } }: Explanation['layers'][number]): boolean =>
    isInherited(scope) || visible.scope(formatScope(scope));
  const { needed, verdict } = explanation;
  const isPoolSeen = verdict.kind === 'limited' && isSeen(verdict.binding);
  return {
    ...explanation,
    needed: needed && { ...needed, poolOverCredits: isPoolSeen ? needed.poolOverCredits : undefined },
    layers: explanation.layers.filter(isSeen),
    emails: new Map([...explanation.emails].filter(([, email]) => visible.email(email))),
    // The doubts about a day hold totals of the organization.
    untrustedDays: explanation.untrustedDays.map(({ day, known }) => ({
      day,
      known: known && {
        ...known,
        doubts: known.doubts.map((doubt) => ({ ...doubt, detail: 'its figures are in doubt' })),
      },
    })),
  };
}
