import { afterEach, describe, expect, test } from 'vitest';

import { castOf, demoBudgets } from '../../../../local/demo/demo-budgets.ts';
import { demoOrganizationOf } from '../../../../local/demo/demo-organization.ts';
import { readDemoUsage } from '../../../../local/demo/load-demo-budgets.ts';
import { calendar } from '../../../support/calendar.ts';
import { startTestEmulator, type TestEmulator, UsageRows } from '../../../support/emulator.ts';

const moments = Object.values(calendar);
const running: TestEmulator[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(async (emulator) => emulator.close()));
});

async function usageAt(moment: string, organization: ReturnType<typeof demoOrganizationOf>) {
  const emulator = await startTestEmulator({ ...organization, today: moment.slice(0, 10) });
  running.push(emulator);
  return readDemoUsage({ emulatorUrl: emulator.url, nowMs: Date.parse(moment) });
}

describe.each([undefined, 'acme'] as const)('the demo organization %s', (name) => {
  test('has the same people, parts and amounts on every day, but for those who are to be stopped or nearly so', async () => {
    const days = await Promise.all(moments.map(async (moment) => usageAt(moment, demoOrganizationOf(name))));

    const fixed = days.map((usage) => {
      const { tight, near, pilot } = castOf(usage);
      const ofTheDay = new Set([...tight, ...near].map(({ email }) => email.toLowerCase()));
      const budgets = demoBudgets(usage).filter(
        ({ scope }) => scope.kind !== 'team' && (scope.kind !== 'user' || !ofTheDay.has(scope.email)),
      );
      return { budgets, parts: [tight, near, pilot].map((people) => people.map(({ email }) => email)) };
    });
    expect(fixed[0]?.budgets.length).toBeGreaterThan(6);
    fixed.forEach((day) => expect(day).toEqual(fixed[0]));
  });

  test('usually consumes in a month about what it says', async () => {
    const usage = await usageAt('2026-12-01T00:00:00Z', demoOrganizationOf(name));
    const november = await running[0]?.read('/__sim/usage?from=2026-11-01&to=2026-11-30', UsageRows);

    const usual = usage.reduce((sum, { usualMonth }) => sum + usualMonth, 0);
    const consumed = november?.reduce((sum, { granted }) => sum + granted, 0) ?? 0;
    expect(consumed / usual).toBeGreaterThan(0.5);
    expect(consumed / usual).toBeLessThan(1.6);
  });
});
