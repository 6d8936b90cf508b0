import type { CapPlan } from '../domain/caps/cap-plan.ts';
import { describeBeginning, poolFacts, stakesIn } from '../domain/explanation/describe-pool.ts';
import { plainText } from './plain-text.ts';
import type { Style } from './style.ts';
import type { Column } from './draw-grid.ts';
import { renderTable } from './table.ts';

const columns: readonly Column[] = [
  { title: 'Pool' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'At most by now', align: 'right' },
  { title: 'Guarantee' },
];

const rowsMax = 20;
const namedMax = 5;

/** How the pools of a plan stand before it is done, and who draws on strict ones and cannot be capped. */
export function describePools(plan: CapPlan, style: Style): readonly string[] {
  const pools = poolFacts(plan);
  if (pools.length === 0) {
    return [];
  }
  const rows = pools
    .slice(0, rowsMax)
    .map(({ pool, amount, used, most, guarantee }) => [pool, amount, used, most, guarantee]);
  const beginning = describeBeginning(plan.shares);
  const more = pools.length - rows.length;
  return [
    '',
    'Pools, before tonight’s changes:',
    renderTable(columns, rows, style),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...pools.flatMap(({ pool, missing }) => (missing === undefined ? [] : [plainText(`- ${pool}: ${missing}`)])),
    ...(beginning === undefined ? [] : [beginning]),
    ...uncappableLines(plan),
  ];
}

function uncappableLines({ shares, uncappable }: CapPlan): readonly string[] {
  const named = uncappable.flatMap((user) => {
    const stakes = stakesIn(shares, user);
    return stakes.length === 0 ? [] : [`- ${user.userId} used ${stakes.join('; ')}`];
  });
  const more = named.length > namedMax ? [`- and ${named.length - namedMax} more`] : [];
  return named.length === 0
    ? []
    : ['The guarantee is for the others; these cannot be capped:', ...named.slice(0, namedMax).map(plainText), ...more];
}
