import { formatScope } from '../budgets/scope.ts';
import type { Impact } from '../impact/impact.ts';
import { isLowered, type LimitEffect } from '../impact/limit-effects.ts';
import { editedScopes } from '../impact/proposed-edits.ts';
import type { ShownImpact } from '../impact/use-cases/show-impact.ts';
import { counted, grouped } from '../kernel/texts/amounts.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { someNames } from '../kernel/texts/some-names.ts';
import { dayAndMonth } from '../kernel/time/day.ts';
import type { Column } from './draw-grid.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

const changesShown = 8;
const poolsShown = 6;
const warningsShown = 8;

/** The impact of edits for people: who is stopped first, then limits, pools, and what is odd. */
export function describeImpact(impact: ShownImpact, shown: Shown): string {
  return [
    ...describeDay(impact),
    ...describeStops(impact),
    ...describeMoves(impact, shown),
    ...(impact.effects.length === 0 ? [] : [changesTable(impact.effects, shown)]),
    ...poolsTable(impact, shown.style),
    ...describePast(impact),
    ...describeWarnings(impact),
  ].join('\n');
}

/** How it is shown, and the credits that stand for no limit. */
interface Shown {
  readonly style: Style;
  readonly unlimitedCredits: number;
}

/** Said where it does not count today. */
function describeDay({ at, countsOn }: ShownImpact): readonly string[] {
  return countsOn === at.slice(0, 10)
    ? []
    : [`It counts from ${dayAndMonth(countsOn)} on; what follows is as of that day, by what is known now.`];
}

function describeStops({ at, countsOn, stopped, freed }: ShownImpact): readonly string[] {
  const when = countsOn === at.slice(0, 10) ? 'at once' : `from ${dayAndMonth(countsOn)} on`;
  const by = Map.groupBy(stopped, ({ cause }) =>
    cause.kind === 'ceiling' ? 'the ceiling' : `${formatScope(cause.scope)} / ${cause.window}`,
  );
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
            `${counted(freed.length, 'person who is', 'people who are')} stopped can work again: ${someNames(freed.map(({ email }) => email))}.`,
          ),
        ]),
  ];
}

function describeMoves(
  { effects, movedAnyway, stopped, freed }: Impact,
  { unlimitedCredits }: Shown,
): readonly string[] {
  const lowered = effects.filter(isLowered);
  const raised = effects.filter((effect) => !isLowered(effect));
  const anyway =
    movedAnyway === 0
      ? ''
      : `${counted(movedAnyway, 'other limit moves', 'other limits move')} in the next run anyway.`;
  const moves = [
    ...(lowered.length === 0
      ? []
      : [`${counted(lowered.length, 'limit falls', 'limits fall')}${byCredits(lowered, unlimitedCredits)}`]),
    ...(raised.length === 0
      ? []
      : [`${counted(raised.length, 'limit rises', 'limits rise')}${byCredits(raised, unlimitedCredits)}`]),
  ];
  // A limit that is sent again after an exemption may stop somebody, and is the number from before.
  const isIdle = moves.length === 0 && stopped.length + freed.length === 0;
  const said = [isIdle ? 'No limit changes by this.' : moves.length > 0 ? `${moves.join(', ')}.` : '', anyway];
  const line = said.filter((text) => text !== '').join(' ');
  return line === '' ? [] : [line];
}

/** By how much limits move in all; left out where one of them is no limit. */
function byCredits(effects: readonly LimitEffect[], unlimitedCredits: number): string {
  const credits = effects.map(({ withoutCredits = Infinity, toCredits = Infinity }) =>
    Math.max(withoutCredits, toCredits) >= unlimitedCredits ? NaN : Math.abs(toCredits - withoutCredits),
  );
  const sum = credits.reduce((total, each) => total + each, 0);
  return effects.length === 0 || Number.isNaN(sum) ? '' : ` (by ${grouped(sum)} credits)`;
}

const changeColumns: readonly Column[] = [
  { title: 'Email' },
  { title: 'Now', align: 'right' },
  { title: 'Then', align: 'right' },
  { title: 'By' },
  { title: '' },
];

function changesTable(effects: readonly LimitEffect[], { style, unlimitedCredits }: Shown): string {
  const limitOf = (credits: number | undefined): string =>
    credits === undefined || credits >= unlimitedCredits ? 'no limit' : grouped(credits);
  const notable = effects.filter(isNotable);
  const shown = notable.slice(0, changesShown);
  const rows = shown.map((effect) => [
    effect.email,
    limitOf(effect.fromCredits),
    limitOf(effect.toCredits),
    effect.binding === undefined ? '' : `${formatScope(effect.binding.scope)} / ${effect.binding.window}`,
    remarkOn(effect, limitOf),
  ]);
  const columns = rows.every((cells) => cells.at(-1) === '') ? changeColumns.slice(0, -1) : changeColumns;
  const more = notable.length - rows.length;
  const slight = effects.length - notable.length;
  return [
    ...(rows.length === 0 ? [] : [renderTable(columns, rows, style)]),
    ...(more > 0 ? [`and ${grouped(more)} more`] : []),
    ...(slight > 0
      ? [`${counted(slight, 'limit moves', 'limits move')} by 1 % or less, as pools are divided again.`]
      : []),
  ].join('\n');
}

function remarkOn(
  { isStopped, fromCredits, withoutCredits, toCredits }: LimitEffect,
  limitOf: (credits: number | undefined) => string,
): string {
  const stays = fromCredits === toCredits ? `not ${limitOf(withoutCredits)}` : '';
  return isStopped ? 'STOPPED' : stays;
}

/** A pool that is divided again moves everybody in it by a little, which is no news. */
function isNotable({ isStopped, withoutCredits = Infinity, toCredits = Infinity }: LimitEffect): boolean {
  return isStopped || !(Math.abs(toCredits - withoutCredits) <= withoutCredits * 0.01);
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
function poolsTable({ pools, edits }: ShownImpact, style: Style): readonly string[] {
  const edited = editedScopes(edits);
  const concerned = pools.filter(
    ({ pool, amountBeforeCredits }) =>
      pool.amountCredits !== amountBeforeCredits || edited.has(formatScope(pool.scope)),
  );
  const rows = concerned
    .slice(0, poolsShown)
    .map(({ pool, amountBeforeCredits, leftCredits, worstCaseCredits, runwayDays }) => {
      const { scope, window, amountCredits, knownCredits } = pool;
      return [
        `${formatScope(scope)} / ${window.kind}`,
        amountBeforeCredits === undefined ? 'new' : grouped(amountBeforeCredits),
        grouped(amountCredits),
        grouped(knownCredits),
        grouped(leftCredits),
        runwayDays === undefined ? '' : counted(runwayDays, 'day'),
        worstCaseCredits === undefined ? 'no end' : grouped(worstCaseCredits),
      ];
    });
  const more = concerned.length - rows.length;
  return rows.length === 0
    ? []
    : [renderTable(poolColumns, rows, style), ...(more > 0 ? [`and ${counted(more, 'further pool')}`] : [])];
}

function describePast({ past }: Impact): readonly string[] {
  if (past.range === undefined || past.stops.length === 0) {
    return [];
  }
  const people = [...new Set(past.stops.map(({ email }) => email))];
  const atLeast = past.method === 'totals' ? ' at least' : '';
  return [
    plainText(
      `From ${past.range.from} to ${past.range.through} this would have stopped${atLeast} ${counted(people.length, 'person', 'people')} more: ${someNames(people)}.`,
    ),
  ];
}

function describeWarnings({ warnings }: Impact): readonly string[] {
  const more = warnings.length - warningsShown;
  return [
    ...warnings.slice(0, warningsShown).map(({ text }) => plainText(`! ${text}.`.replace(/\.\.$/, '.'))),
    ...(more > 0 ? [`! and ${counted(more, 'further warning')}; --json has them all`] : []),
  ];
}
