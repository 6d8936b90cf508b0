import { addDays, type Day } from '../../../shared/kernel/time/day.ts';
import type { Draw } from '../../support/redaction/draw.ts';
import type { BudgetRow } from '../budget-oracle.ts';

/** What people of a month want, by email, and the pools that they share. */
export interface DrawnMonth {
  readonly wanted: ReadonlyMap<string, readonly number[]>;
  readonly budgets: readonly BudgetRow[];
  readonly teams: ReadonlyMap<string, readonly string[]>;
}

const shapes = ['bursts', 'rotating', 'busy'] as const;
/** Before it nobody works: whoever has no limit yet is bounded by nothing. */
const idleDays = 1;

export function drawMonth(
  draw: Draw,
  { emails, firstDay, days }: { readonly emails: readonly string[]; readonly firstDay: Day; readonly days: number },
): DrawnMonth {
  const shape = draw.from(shapes);
  const wanted = new Map(emails.map((email, index) => [email, wantedBy(draw, shape, { index, days })]));
  // Pools are smaller than what is wanted, or a little larger.
  const pressure = draw.from([0.9, 1.1, 1.4, 1.8]);
  const window = draw.from(['month', 'platform', 'week']);
  const windowDays = window === 'week' ? 7 : Math.max(1, days - idleDays);
  const perDay = (of: readonly string[]): number => sumOf(of.flatMap((email) => wanted.get(email) ?? [])) / days;
  const amountFor = (of: readonly string[]): number => 100 + Math.floor((perDay(of) * windowDays) / pressure);
  const isInTeams = draw.below(3) === 0;
  const half = Math.ceil(emails.length / 2);
  const teams = new Map(
    isInTeams ? [['one', emails.slice(0, half)] as const, ['two', emails.slice(half)] as const] : [],
  );
  const budgets = [
    { scope: 'org', window, amount: amountFor(emails) },
    ...[...teams].map(([name, members]) => ({
      scope: `team:${name}`,
      window,
      amount: Math.floor(1.2 * amountFor(members)),
    })),
  ];
  return { wanted, budgets: budgets.map((row) => ({ ...row, from: addDays(firstDay, -40) })), teams };
}

function wantedBy(
  draw: Draw,
  shape: (typeof shapes)[number],
  { index, days }: { readonly index: number; readonly days: number },
): readonly number[] {
  const level = 100 + draw.below(900);
  const group = index % 3;
  return Array.from({ length: days }, (_, day) => {
    if (day < idleDays) {
      return 0;
    }
    switch (shape) {
      case 'bursts':
        return draw.below(4) === 0 ? level * (1 + draw.below(8)) : 0;
      case 'rotating':
        return Math.floor(day / 3) % 3 === group ? level + draw.below(level) : 0;
      case 'busy':
        return draw.below(5) === 0 ? 0 : Math.floor(level * (0.3 + draw.below(30) / 10));
    }
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
