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
  'more-left': 'more is left of it',
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

/** Parts of a layer's bar, 0 to 1 each: used, the person's share of the rest, and the remainder. */
export function layerParts({ amount, topUps, used, headroom, share }: Layer): readonly number[] {
  if (amount === 'unlimited' || used === null) {
    return [0, 0, 0];
  }
  const all = Math.max(1, amount + (topUps ?? 0));
  const usedPart = Math.min(1, used / all);
  const theirs = Math.min(1 - usedPart, (share?.credits ?? headroom ?? 0) / all);
  return [usedPart, theirs, Math.max(0, 1 - usedPart - theirs)];
}
