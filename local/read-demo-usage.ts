import * as z from 'zod';
import { addDays, dayOf, type Day } from '../shared/domain/time/day.ts';
import type { DemoUsage } from './demo-budgets.ts';

const UsageRows = z.array(z.object({ email: z.string().nullable(), date: z.string(), granted: z.number() }));

const lookBackDays = 60;
const usualMonthDays = 30;

/** Asks the emulator's side channel what the people of the demo organization consumed in the last two months. */
export async function readDemoUsage(emulatorUrl: string, nowMs: number): Promise<readonly DemoUsage[]> {
  const today = dayOf(nowMs);
  const from = addDays(today, -lookBackDays);
  const answer = await fetch(`${emulatorUrl}/__sim/usage?from=${from}&to=${addDays(today, -1)}`);
  return usageOf(UsageRows.parse(await answer.json()), `${today.slice(0, 8)}01`);
}

function usageOf(rows: z.output<typeof UsageRows>, monthStart: Day): readonly DemoUsage[] {
  const users = Map.groupBy(
    rows.filter((row) => row.email !== null),
    (row) => row.email ?? '',
  );
  return [...users].map(([email, days]) => ({
    email,
    thisMonth: sum(days.filter((day) => day.date >= monthStart)),
    usualMonth: Math.round((sum(days) / lookBackDays) * usualMonthDays),
  }));
}

function sum(days: readonly { readonly granted: number }[]): number {
  return days.reduce((total, day) => total + day.granted, 0);
}
