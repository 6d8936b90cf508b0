import { randomOf } from '../../emulator/state/random.ts';
import type { LedgerStore } from '../../shared/enforcement/ports.ts';
import { daysOf, weekdayOf, type DayRange } from '../../shared/kernel/time/day.ts';
import type { KnownUser } from '../../shared/roster/person.ts';

/** Fills a ledger with complete days, as nights before this one would have left it. */
export async function putPastUse(ledger: LedgerStore, users: readonly KnownUser[], range: DayRange): Promise<void> {
  const random = randomOf(7, 'past');
  const usual = users.map(() => Math.round(7_000 * Math.exp(1.1 * random.normal())));
  for (const day of daysOf(range)) {
    const presence = weekdayOf(day) > 5 ? 0.1 : 0.8;
    const rows = users.flatMap(({ userId, email = null }, index) =>
      random.chance(presence)
        ? [{ userId, email, credits: Math.round((usual[index] ?? 0) * (0.2 + 1.6 * random.float())) }]
        : [],
    );
    await ledger.putRows(day, rows);
    await ledger.putDay({
      day,
      status: 'complete',
      totalCredits: rows.reduce((sum, { credits }) => sum + credits, 0),
      hasTrustedFigures: true,
      doubts: [],
      unreadableUserIds: [],
      readAt: `${day}T02:30:00.000Z`,
    });
  }
}
