import type { OperationDocument } from '../../api/call-api.ts';

export type Explanation = OperationDocument<'explainUser'>;
export type Layer = Explanation['layers'][number];
export type PersonUse = OperationDocument<'showPersonUse'>;

const idle: Readonly<Record<string, string>> = {
  'not-yet-in-force': 'not in force yet',
  'no-longer-in-force': 'no longer in force',
  'own-budget-instead': 'their own budget takes its place',
  'team-default-instead': 'the default of their team takes its place',
  'only-alerts': 'only alerts',
  'only-observes': 'only counts',
  'invalid-budget': 'another budget of theirs cannot be read',
  unlimited: 'unlimited',
  'as-much-left': 'leaves as much as the one that decides',
  'more-left': 'another budget leaves them less',
};

export function idleWords(reason: string | null): string {
  return reason === null ? '' : (idle[reason] ?? reason);
}

const reasons: Readonly<Record<string, string>> = {
  'no-limit-yet': 'there was none before',
  lowered: 'lowered',
  raised: 'raised',
  lifted: 'lifted',
  'outcome-unknown': 'sent again, since it was not answered',
  renewed: 'sent again',
};

export function reasonWords(reason: string): string {
  return reasons[reason] ?? reason;
}

/**
 * The credits that a budget leaves a person; null where it does not count for them. A share of pools is known as a
 * whole, and is said of the pool that decides.
 */
export function leftToThem({ binds, doesNotBindBecause: reason, pool, share, headroom }: Layer): number | null {
  if (binds) {
    return share === null ? headroom : share.credits;
  }
  return pool === null && (reason === 'more-left' || reason === 'as-much-left') ? headroom : null;
}

/** Parts of a layer's bar, 0 to 1 each: used, the person's share of the rest, and the remainder. */
export function layerParts(layer: Layer): readonly number[] {
  const { amount, topUps, used } = layer;
  if (amount === 'unlimited' || used === null) {
    return [0, 0, 0];
  }
  const all = Math.max(1, amount + (topUps ?? 0));
  const usedPart = Math.min(1, used / all);
  const theirs = Math.min(1 - usedPart, (leftToThem(layer) ?? 0) / all);
  return [usedPart, theirs, Math.max(0, 1 - usedPart - theirs)];
}

/** The team of a person by the budgets that count for them; undefined without one. */
export function teamOf({ layers }: Pick<Explanation, 'layers'>): string | undefined {
  return layers.map(({ scope }) => /^(?:team|members):(.+)$/su.exec(scope)?.[1]).find((team) => team !== undefined);
}
