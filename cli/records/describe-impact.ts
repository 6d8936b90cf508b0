import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { leftText } from '../../shared/kernel/texts/amount-state.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsPhrase, creditsText } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { someNames } from '../../shared/kernel/texts/some-names.ts';
import { dayAndMonth, rangeText } from '../../shared/kernel/time/day.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type Block, drawBlocks } from '../frame/block.ts';

type LookedAt = Pick<OperationDocument<'showImpact'>, 'impact' | 'unlimited' | 'stoppedBy'>;
type Impact = LookedAt['impact'];
type Change = Impact['changes'][number];

const shownUsually = { changes: 8, pools: 6, warnings: 8 };

/** The impact of edits for people: who is stopped first, then limits, pools, and what is odd. */
export function describeImpact(lookedAt: LookedAt, style: Style): string {
  return drawBlocks(impactBlocks(lookedAt), style);
}

/** The same as lines and tables, of which at most so many rows are shown. */
export function impactBlocks({ impact, unlimited, stoppedBy }: LookedAt, shown = shownUsually): readonly Block[] {
  return [
    ...describeDay(impact),
    ...describeStops(impact, stoppedBy),
    ...describeMoves(impact, unlimited),
    ...(impact.changes.length === 0 ? [] : changesTable(impact, unlimited, shown.changes)),
    ...poolsTable(impact, shown.pools),
    ...describePast(impact),
    ...describeWarnings(impact, shown.warnings),
  ];
}

/** Said where it does not count today. */
function describeDay({ at, countsOn }: Impact): readonly string[] {
  return countsOn === at.slice(0, 10)
    ? []
    : [`It counts from ${dayAndMonth(countsOn)} on; what follows is as of that day, by what is known now.`];
}

function describeStops(impact: Impact, stoppedBy: LookedAt['stoppedBy']): readonly string[] {
  const { freed } = impact;
  const when = whenStopped(impact);
  const by = Map.groupBy(stoppedBy, ({ cause }) => cause);
  return [
    ...[...by].map(([cause, of]) =>
      plainText(
        `${counted(of.length, 'person is', 'people are')} STOPPED ${when} by ${cause}: ${someNames(of.map(({ email }) => email))}.`,
      ),
    ),
    ...(freed.length === 0
      ? []
      : [
          plainText(
            `${counted(freed.length, 'person who is', 'people who are')} stopped can work again: ${someNames(freed)}.`,
          ),
        ]),
  ];
}

/** A plan that waits stops its people once it is approved, but for those whose stop never waits. */
function whenStopped({ at, countsOn, held, stopped, stoppedBeside }: Impact): string {
  if (countsOn !== at.slice(0, 10)) {
    return `from ${dayAndMonth(countsOn)} on`;
  }
  if (held?.guard !== 'blast-radius' || stoppedBeside === stopped.length) {
    return 'at once';
  }
  return stoppedBeside === 0 ? 'once it is approved' : `once it is approved (${grouped(stoppedBeside)} of all at once)`;
}

function describeMoves({ changes, movedAnyway, stopped, freed }: Impact, unlimited: number): readonly string[] {
  const lowered = changes.filter(isLowered);
  const raised = changes.filter((change) => !isLowered(change));
  const anyway =
    movedAnyway === 0
      ? ''
      : `${counted(movedAnyway, 'other limit moves', 'other limits move')} in the next run anyway.`;
  const moves = [
    ...(lowered.length === 0
      ? []
      : [`${counted(lowered.length, 'limit falls', 'limits fall')}${byCredits(lowered, unlimited)}`]),
    ...(raised.length === 0
      ? []
      : [`${counted(raised.length, 'limit rises', 'limits rise')}${byCredits(raised, unlimited)}`]),
  ];
  // A limit that is sent again after an exemption may stop people, and equals the number before.
  const isIdle = moves.length === 0 && stopped.length + freed.length === 0;
  const said = [isIdle ? 'No limit changes by this.' : moves.length > 0 ? `${moves.join(', ')}.` : '', anyway];
  const line = said.filter((text) => text !== '').join(' ');
  return line === '' ? [] : [line];
}

function isLowered({ without, to }: Change): boolean {
  return (to ?? Infinity) < (without ?? Infinity);
}

/** By how much limits move in all; left out where one of them is no limit. */
function byCredits(changes: readonly Change[], unlimited: number): string {
  const credits = changes.map(({ without, to }) => {
    const [was, is] = [without ?? Infinity, to ?? Infinity];
    return Math.max(was, is) >= unlimited ? NaN : Math.abs(is - was);
  });
  const sum = credits.reduce((total, each) => total + each, 0);
  return changes.length === 0 || Number.isNaN(sum) ? '' : ` (by ${creditsPhrase(sum)})`;
}

const changeColumns: readonly Column[] = [
  { title: 'Email' },
  { title: 'Now', align: 'right' },
  { title: 'Then', align: 'right' },
  { title: 'By' },
  { title: '' },
];

function changesTable({ changes, pools }: Impact, unlimited: number, changesShown: number): readonly Block[] {
  const limitOf = (credits: number | null): string =>
    credits === null || credits >= unlimited ? 'no limit' : creditsText(credits);
  const notable = changes.filter(isNotable);
  const shown = notable.slice(0, changesShown);
  const rows = shown.map((change) => [
    change.email,
    limitOf(change.from),
    limitOf(change.to),
    change.binding === null ? '' : `${change.binding.scope} / ${change.binding.window}`,
    change.stopped ? 'STOPPED' : change.from === change.to ? `not ${limitOf(change.without)}` : '',
  ]);
  const columns = rows.every((cells) => cells.at(-1) === '') ? changeColumns.slice(0, -1) : changeColumns;
  const more = notable.length - rows.length;
  const slight = changes.filter((change) => !isNotable(change));
  const isDivided = slight.every(({ binding }) => pools.some(({ scope }) => scope === binding?.scope));
  return [
    ...(rows.length === 0 ? [] : [{ columns, rows }]),
    ...(more > 0 ? [`and ${grouped(more)} more`] : []),
    ...(slight.length > 0
      ? [
          `${counted(slight.length, 'limit moves', 'limits move')} by 1 % or less${isDivided ? ', as pools are divided again' : ''}.`,
        ]
      : []),
  ];
}

/** A pool that is divided again moves each member by a little, which is no news; a first limit, and one of a person whom it is about, always is. */
function isNotable({ named, without, to }: Change): boolean {
  return named || without === null || !(Math.abs((to ?? Infinity) - without) <= without * 0.01);
}

const poolColumns: readonly Column[] = [
  { title: 'Pool' },
  { title: 'Was', align: 'right' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Left', align: 'right' },
  { title: 'Lasts', align: 'right' },
  { title: 'Worst case', align: 'right', isMinor: true },
];

/** The pools that the edits are about, and those whose amount they change. */
function poolsTable({ pools, edits }: Impact, poolsShown: number): readonly Block[] {
  const edited = new Set(edits.map(scopeOf));
  const concerned = pools.filter(({ scope, amount, amountBefore }) => amount !== amountBefore || edited.has(scope));
  const rows = concerned
    .slice(0, poolsShown)
    .map(({ scope, window, from, through, amountBefore, amount, used, allowed, worstCase, runwayDays }) => [
      `${scope} / ${window}`,
      amountBefore === null ? 'new' : creditsText(amountBefore),
      creditsText(amount),
      creditsOver(used, { from, through }),
      leftText({ amount, used, allowed }),
      runwayDays === null ? '' : counted(runwayDays, 'day'),
      worstCase === null ? 'no limit' : creditsText(worstCase),
    ]);
  const more = concerned.length - rows.length;
  return rows.length === 0
    ? []
    : [{ columns: poolColumns, rows }, ...(more > 0 ? [`and ${counted(more, 'further pool')}`] : [])];
}

/** The scope that the edit of a budget or a team is about; no other edit is about a pool. */
function scopeOf({ record, before, after }: Impact['edits'][number]): string {
  const terms = after ?? before ?? {};
  return record === 'budget' ? String(terms['scope']) : record === 'team' ? `team:${String(terms['name'])}` : '';
}

function describePast({ replayed, wouldHaveStopped }: Impact): readonly string[] {
  if (replayed === null || wouldHaveStopped.length === 0) {
    return [];
  }
  const people = [...new Set(wouldHaveStopped.map(({ email }) => email))];
  const atLeast = replayed.method === 'totals' ? ' at least' : '';
  return [
    plainText(
      `From ${rangeText(replayed)} this would have stopped${atLeast} ${counted(people.length, 'person', 'people')} more: ${someNames(people)}.`,
    ),
  ];
}

function describeWarnings({ warnings }: Impact, warningsShown: number): readonly string[] {
  const more = warnings.length - warningsShown;
  return [
    ...warnings.slice(0, warningsShown).map(({ text }) => plainText(`! ${text}.`.replace(/\.\.$/, '.'))),
    ...(more > 0 ? [`! and ${counted(more, 'further warning')}; --json has them all`] : []),
  ];
}
