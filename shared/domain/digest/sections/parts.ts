import { compareText } from '../../texts/compare-text.ts';
import { counted } from '../../texts/counted.ts';
import type { TwoWeeks, WeekUse } from '../week-use.ts';

/** A part of what was used. */
export interface Part extends TwoWeeks {
  readonly name: string;
}

/** Whose use it is: everybody's, or that of some teams. */
export type DigestScope = { readonly kind: 'org' } | { readonly kind: 'teams'; readonly names: readonly string[] };

/** What some teams or everybody used, in parts that add up to the total. */
export interface Parts {
  readonly total: TwoWeeks;
  /** Teams; of one team alone, its people. The largest first. */
  readonly parts: readonly Part[];
  /** What the parts leave of the total, each with its reason; none is 0 in both weeks. */
  readonly rest: readonly Part[];
}

export interface Attribution {
  /** The team of a user now. */
  readonly teamOf: ReadonlyMap<string, string>;
  /** A user as people know them. */
  readonly nameOf: (userId: string) => string;
}

/** Takes the use of everybody apart by team: what teams hold, what people in no team used, and what no person is billed for. */
export function organizationParts({ billed, members }: WeekUse): Parts {
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
    // Rows may add up to a little less or more than was billed: the trust gate bears a tenth of a percent.
    { name: 'Billed for nobody', credits: billed.credits - people.credits, before: billed.before - people.before },
  ];
  return {
    total: billed,
    parts: partsOf(teams),
    rest: rest.filter(({ credits, before }) => credits !== 0 || before !== 0),
  };
}

/** Takes the use of some teams apart: of several by team, of one by person. */
export function teamParts({ members }: WeekUse, names: readonly string[], { nameOf }: Attribution): Parts {
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

/** The use by model, and what the platform names no model for. */
export function modelParts({ billed, models }: WeekUse): Parts {
  const named = [...models.values()].reduce<TwoWeeks>(plus, { credits: 0, before: 0 });
  const unnamed = { credits: billed.credits - named.credits, before: billed.before - named.before };
  const rest = unnamed.credits === 0 && unnamed.before === 0 ? [] : [{ name: 'No model named', ...unnamed }];
  return { total: billed, parts: partsOf(models), rest };
}

/** The largest parts, and all others as one. */
export function largestParts({ parts, rest }: Parts, countMax: number): readonly Part[] {
  const isWhole = parts.length <= countMax;
  const shown = isWhole ? parts : parts.slice(0, countMax - 1);
  const others = parts.slice(shown.length);
  const sum = others.reduce<TwoWeeks>(plus, { credits: 0, before: 0 });
  return [...shown, ...(others.length === 0 ? [] : [{ name: counted(others.length, 'other'), ...sum }]), ...rest];
}

function plus(first: TwoWeeks | undefined, second: TwoWeeks): TwoWeeks {
  return { credits: (first?.credits ?? 0) + second.credits, before: (first?.before ?? 0) + second.before };
}

function partsOf(sums: ReadonlyMap<string, TwoWeeks>): readonly Part[] {
  return [...sums]
    .map(([name, { credits, before }]) => ({ name, credits, before }))
    .toSorted((a, b) => b.credits - a.credits || b.before - a.before || compareText(a.name, b.name));
}
