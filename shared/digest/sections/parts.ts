import { counted } from '../../kernel/texts/amounts.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import type { TwoWeeks, WeekUse } from '../week-use.ts';

export interface UsePart extends TwoWeeks {
  readonly name: string;
}

export type DigestScope = { readonly kind: 'org' } | { readonly kind: 'teams'; readonly names: readonly string[] };

export interface UseParts {
  readonly total: TwoWeeks;
  readonly parts: readonly UsePart[];
  readonly rest: readonly UsePart[];
}

export interface Attribution {
  readonly teamOf: ReadonlyMap<string, string>;
  readonly nameOf: (userId: string) => string;
}

/** Splits the organization's use: by team, people without a team, and use billed to no person. */
export function organizationParts({ billed, members }: WeekUse): UseParts {
  const teams = new Map<string, TwoWeeks>();
  let teamless: TwoWeeks = { credits: 0, before: 0 };
  let people: TwoWeeks = { credits: 0, before: 0 };
  for (const user of members) {
    const { team } = user;
    people = plus(people, user);
    if (team === undefined) {
      teamless = plus(teamless, user);
    } else {
      teams.set(team, plus(teams.get(team), user));
    }
  }
  const rest = [
    { name: 'In no team', ...teamless },
    // Rows may add up to slightly less or more than was billed: the trust gate accepts 0.1 %.
    { name: 'Billed for no one', credits: billed.credits - people.credits, before: billed.before - people.before },
  ];
  return {
    total: billed,
    parts: partsOf(teams),
    rest: rest.filter(({ credits, before }) => credits !== 0 || before !== 0),
  };
}

export function teamParts({ members }: WeekUse, names: readonly string[], { nameOf }: Attribution): UseParts {
  const parts = new Map<string, TwoWeeks>();
  let total: TwoWeeks = { credits: 0, before: 0 };
  for (const user of members) {
    const { team } = user;
    if (team !== undefined && names.includes(team)) {
      const name = names.length === 1 ? nameOf(user.userId) : team;
      parts.set(name, plus(parts.get(name), user));
      total = plus(total, user);
    }
  }
  return { total, parts: partsOf(parts), rest: [] };
}

/** Splits the use by model; the rest has no model from the platform. */
export function modelParts({ billed, models }: WeekUse): UseParts {
  const named = [...models.values()].reduce<TwoWeeks>(plus, { credits: 0, before: 0 });
  const unnamed = { credits: billed.credits - named.credits, before: billed.before - named.before };
  const rest = unnamed.credits === 0 && unnamed.before === 0 ? [] : [{ name: 'No model named', ...unnamed }];
  return { total: billed, parts: partsOf(models), rest };
}

export function largestParts({ parts, rest }: UseParts, countMax: number): readonly UsePart[] {
  const isWhole = parts.length <= countMax;
  const shown = isWhole ? parts : parts.slice(0, countMax - 1);
  const others = parts.slice(shown.length);
  const sum = others.reduce<TwoWeeks>(plus, { credits: 0, before: 0 });
  return [...shown, ...(others.length === 0 ? [] : [{ name: counted(others.length, 'other'), ...sum }]), ...rest];
}

function plus(first: TwoWeeks | undefined, second: TwoWeeks): TwoWeeks {
  return { credits: (first?.credits ?? 0) + second.credits, before: (first?.before ?? 0) + second.before };
}

function partsOf(sums: ReadonlyMap<string, TwoWeeks>): readonly UsePart[] {
  return [...sums]
    .map(([name, { credits, before }]) => ({ name, credits, before }))
    .toSorted((a, b) => b.credits - a.credits || b.before - a.before || compareText(a.name, b.name));
}
