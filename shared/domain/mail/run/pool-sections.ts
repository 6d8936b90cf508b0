import type { CapPlan } from '../../caps/cap-plan.ts';
import { describeBeginning, poolFacts, stakesIn } from '../../explanation/pool-facts.ts';
import type { MailSection } from '../content.ts';
import { left, rest, right, rowsMax } from '../table-parts.ts';

/** The status of the pools; empty without pools. */
export function poolSections(plan: CapPlan | undefined): readonly MailSection[] {
  const pools = plan === undefined ? [] : poolFacts(plan);
  if (pools.length === 0) {
    return [];
  }
  const beginning = plan && describeBeginning(plan.shares);
  const more = [rest(pools.length).more, beginning].filter((sentence) => sentence !== undefined);
  const table = {
    columns: [left('Pool'), right('Amount'), right('Used'), right('At most by now'), left('Guarantee')],
    rows: pools
      .slice(0, rowsMax)
      .map(({ pool, amount, used, most, guarantee, missing }) => [
        pool,
        amount,
        used,
        most,
        missing === undefined ? guarantee : `${guarantee} (${missing})`,
      ]),
    ...(more.length > 0 && { more: more.join('. ') }),
  };
  return [{ kind: 'table', heading: `Pools, before tonight’s changes (${pools.length})`, table }];
}

/** A column with what users who cannot be capped used of strict pools; undefined without such a pool. */
export function stakesColumn({ shares }: Pick<CapPlan, 'shares'>) {
  const isStrict = shares.pools.some(({ guarantee }) => guarantee.kind === 'strict');
  return isStrict
    ? {
        column: left('Used of strict pools'),
        cellOf: (user: CapPlan['uncappable'][number]) => stakesIn(shares, user).join('; ') || 'none',
      }
    : undefined;
}
