import { amountState, describeOverUntil, leftText, type UseOfAmount } from '../../shared/kernel/texts/amount-state.ts';
import { creditsOver, creditsText, shortCredits } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayAndMonth } from '../../shared/kernel/time/day.ts';
import { shortVerdict } from '../../shared/permits/describe-verdict.ts';
import type { PoolDocument } from '../../shared/pools/contract.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type Cell, renderTable } from '../../shared/terminal/table.ts';

const columns = [
  { title: 'Pool' },
  { title: 'Amount', align: 'right', isMinor: true },
  { title: 'Used', align: 'right' },
  { title: 'Left', align: 'right' },
  { title: 'Forecast', align: 'right' },
  { title: 'Worst case', align: 'right' },
  { title: 'Runs out' },
  { title: 'Guarantee', isMinor: true },
] as const;

/** What of a pool is reserved for single members is shown where anything is. */
const withReserved: readonly Column[] = [
  ...columns.slice(0, 4),
  { title: 'Reserved', align: 'right' },
  ...columns.slice(4),
];

/** Pools as a table, in their order. */
export function poolTable(pools: readonly PoolDocument[], style: Style): string {
  const hasReserved = pools.some(({ reserved }) => reserved > 0);
  const rows = pools.map((pool) => [
    `${pool.scope} ${pool.window}`,
    creditsText(pool.amount),
    creditsOver(pool.used, pool),
    leftText(pool),
    ...(hasReserved ? [creditsText(pool.reserved)] : []),
    forecastText(pool.forecast),
    worstCaseText(pool),
    runsOutText(pool, style),
    guaranteeCell(pool, style),
  ]);
  return renderTable(hasReserved ? withReserved : columns, rows, style);
}

/**
 * What is to be said of pools past their amount and of the guarantees, in this window and the next: why each does not
 * hold; of one that is shown with its members, also that it does.
 */
export function guaranteeLines(pools: readonly (PoolDocument & { readonly people?: unknown })[]): readonly string[] {
  return pools.flatMap((pool) => {
    const { scope, window, verdict, next, people } = pool;
    const name = `${scope} ${window}`;
    const windows = [
      { name, verdict },
      ...next.map((later) => ({ name: `${name} from ${dayAndMonth(later.from)}`, verdict: later.verdict })),
    ];
    const guarantees = windows.flatMap(({ name: own, verdict: told }) =>
      told === null || (told.kind === 'kept' && people === undefined) ? [] : [plainText(`- ${own}: ${told.detail}`)],
    );
    return [...overLine(name, pool), ...guarantees];
  });
}

/** How far a pool is past its amount, and how much longer its limits go on; nothing within the amount. */
export function overLine(name: string, pool: UseOfAmount & Pick<PoolDocument, 'runsOutOn'>): readonly string[] {
  return amountState(pool) === 'over-budget' ? [`- ${name}: ${describeOverUntil(pool, pool.runsOutOn)}.`] : [];
}

/** The range of a forecast, in short. */
export function forecastText(forecast: PoolDocument['forecast']): string {
  return forecast === null ? 'too few days' : `${shortCredits(forecast.low)} to ${shortCredits(forecast.high)}`;
}

function worstCaseText({ worstCase }: PoolDocument): string {
  return worstCase === null ? 'no limit' : shortCredits(worstCase);
}

/** The day on which the amount, or past it what is allowed, is expected to be used, if it is within the window. */
export function runsOutText(
  { runsOutOn, forecast, ...use }: UseOfAmount & Pick<PoolDocument, 'runsOutOn' | 'forecast'>,
  { colors }: Style,
): Cell {
  if (amountState(use) === 'used-up') {
    return { text: 'used up', paint: colors.red };
  }
  if (runsOutOn !== null) {
    return { text: dayAndMonth(runsOutOn), paint: colors.yellow };
  }
  return forecast === null ? '' : 'no';
}

/** The guarantee of a pool in a few words; of one with overcommit, the factor and whether use stays within it. */
function guaranteeCell({ promised, verdict, guarantee }: PoolDocument, { colors }: Style): Cell {
  const paint = { kept: String, pending: colors.yellow, broken: colors.red }[promised];
  return { text: verdict === null ? overcommitText(promised, guarantee) : shortVerdict(verdict), paint };
}

function overcommitText(promised: PoolDocument['promised'], guarantee: PoolDocument['guarantee']): string {
  const factor = guarantee === 'strict' ? '' : ` ${guarantee.overcommit}`;
  return `${{ kept: 'within', pending: 'may pass', broken: 'past' }[promised]} overcommit${factor}`;
}
