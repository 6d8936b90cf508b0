import { expect, test } from 'vitest';

import { describeInForce } from '../../cli/caps/describe-in-force.ts';
import { explainUser } from '../../shared/explanation/use-cases/explain-user.ts';
import { explanationDocument } from '../../shared/explanation/use-cases/explanation-document.ts';
import { anEnforcementWorld, instantOf, runEnforcement } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

const scenario = {
  ...smallOrganization,
  budgets: [
    { scope: 'default', window: 'month', amount: 5_000 },
    { scope: 'user:dot@acme.example', window: 'month', amount: 'unlimited' },
  ] as const,
};
const unlimitedCredits = 1_000_000_000_000;

test('an explicit unlimited lifts a limit from before Curfew, once', async () => {
  const world = anEnforcementWorld(scenario);
  await runEnforcement(world, '2026-01-18');
  const sent = world.platform.limitOf('dot@acme.example');
  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(sent).toBe(unlimitedCredits);
  expect(world.stores.limits).toBeDefined();
  expect((await world.stores.limits.find('u-dot'))?.confirmed).toMatchObject({ runId: 'night-2026-01-18' });
  expect(outcome.status).toBe('complete');
});

test('a platform that refuses the number is named with it, and what Curfew never set is not known', async () => {
  const world = anEnforcementWorld(scenario);
  const problem = 'limit must be at most 1000000';
  await runEnforcement(world, '2026-01-18', (ports) => ({
    ...ports,
    limitWriter: {
      async setLimits(entries) {
        const done = await ports.limitWriter.setLimits(entries.filter(({ limitCredits }) => limitCredits <= 1_000_000));
        const rows = done.kind === 'answered' ? [...done.rows] : [];
        return {
          kind: 'answered',
          rows: entries.map(({ limitCredits }) =>
            limitCredits > 1_000_000 ? { kind: 'failed', problem } : (rows.shift() ?? { kind: 'done' }),
          ),
        };
      },
    },
  }));
  const order = { atMs: instantOf('2026-01-18T12:00:00Z'), settings: world.settings, email: 'dot@acme.example' };
  const { stores, clock } = world;
  const explained = await explainUser({ ...stores, clock }, order);
  const around = { unlimited: unlimitedCredits, isPartial: false, unheard: null };
  const lines =
    explained.kind === 'explained'
      ? describeInForce({ ...explanationDocument(explained.explanation, []), ...around }).join('\n')
      : '';

  const mails = world.sender.delivered().filter(({ text }) => text.includes('unlimitedCredits in the settings'));
  expect(mails.map(({ to }) => to)).toContain('admin@acme.example');
  expect(mails[0]?.text).toMatch(/1,000,000,000,000[\s\S]*dot@acme\.example[\s\S]*at most 1000000/u);
  expect(lines).toContain('1,000,000,000,000 (unlimitedCredits in the settings)');
  expect(lines).not.toMatch(/nothing bounds/iu);
});
