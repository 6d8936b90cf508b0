import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { ImpactDocument } from '../../shared/impact/contract.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const WithImpact = z.object({ impact: ImpactDocument });
const Run = z.object({
  status: z.string(),
  capsFailed: z.int(),
  held: z.object({ guard: z.string(), plan: z.string().optional() }).nullable(),
});
const Caps = z.array(z.object({ email: z.string().nullable(), headroom: z.number().nullable() }));

const timeoutMs = 240_000;
const emulator = useEmulator({ users: 120, today: '2026-03-16' });
const { curfew, fileOf, pathOf } = useInstallation({ env: () => emulator.env }, 'file');

/** Six strict pools by metadata for everybody, and two fifths off the organization. */
function theRule(): string {
  const teams = {
    platform: ['platform'],
    payments: ['payments'],
    search: ['search'],
    mobile: ['mobile'],
    data: ['data'],
    rest: ['growth', 'security', 'infra'],
  };
  return JSON.stringify({
    teams: Object.entries(teams).map(([team, of]) => ({ team, members: of.map((name) => `metadata.team=${name}`) })),
    budgets: [
      { scope: 'org', window: 'month', amount: '66M' },
      ...Object.keys(teams).map((team) => ({
        scope: `team:${team}`,
        window: 'month',
        amount: team === 'rest' ? '12M' : '3M',
        guarantee: 'strict',
      })),
    ],
  });
}

async function runAsOf(moment: string) {
  await emulator.tell('/__sim/clock', { now: moment });
  return (await curfew('run', 'enforce', '--at', moment, '--json')).read(Run);
}

/** Two nights on a default for everybody and a large organization: limits are known, and the pool's promise is kept. */
beforeAll(async () => {
  fileOf('state/settings.yaml', 'admins: [finops@acme.example]\n');
  const budgets = 'scope,window,amount\ndefault,month,"1,200,000"\norg,month,110M\n';
  await curfew('budgets', 'import', fileOf('before.csv', budgets), '--yes', '--at', '2026-03-16T02:00:00Z');
  await runAsOf('2026-03-16T02:30:00Z');
  await runAsOf('2026-03-17T02:30:00Z');
}, timeoutMs);

/** Takes the limits from what was shown before to what was shown after it, through approval where that is asked for. */
async function rollOut(moment: string) {
  const run = await runAsOf(moment);
  const between = await emulator.limits();
  const approved = run.held?.plan === undefined ? run : await approve(run.held.plan);
  return { held: run.held, approved, between, after: await emulator.limits() };
}

async function approve(plan: string) {
  return (await curfew('approve', plan, '--json')).read(Run);
}

/** What everybody has once the changes of an impact are made to these limits. */
function shownLimits(before: ReadonlyMap<string, number>, { changes }: ImpactDocument): ReadonlyMap<string, number> {
  return new Map([...before, ...changes.map(({ email, to }) => [email, to ?? Number.NaN] as const)]);
}

function sorted(limits: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...limits].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function stoppedPeople(): Promise<readonly string[]> {
  const caps = (await curfew('caps', '--all', '--json', '--at', '2026-03-17T09:30:00Z')).read(Caps);
  return caps.flatMap(({ email, headroom }) => (headroom === 0 && email !== null ? [email] : [])).toSorted();
}

test(
  'a rule of finance does to each person what was shown before, and its undoing gives everybody their limit back',
  async () => {
    const file = fileOf('rule.yaml', theRule());
    const at = ['--at', '2026-03-17T09:00:00Z'];
    await curfew('budgets', 'export', pathOf('budgets-before.yaml'));
    const before = await emulator.limits();
    const stoppedBefore = await stoppedPeople();

    const shown = (await curfew('plan', '--budgets', file, ...at, '--json')).read(ImpactDocument);
    const refused = await curfew('budgets', 'import', file, ...at);
    const untouched = await emulator.limits();
    const imported = (await curfew('budgets', 'import', file, '--yes', ...at, '--json')).read(WithImpact).impact;
    const made = await rollOut('2026-03-17T09:00:00Z');

    expect(shown.edits).toHaveLength(13);
    expect(shown.pools.map(({ members }) => members > 0)).toEqual(Array.from({ length: 7 }, () => true));
    expect(shown.stopped.length).toBeGreaterThan(10);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${shown.stopped.length} people`) });
    expect(untouched).toEqual(before);
    expect(imported.changes).toEqual(shown.changes);
    expect([shown.held?.guard, made.held?.guard]).toEqual(['blast-radius', 'blast-radius']);
    // What goes out beside the hold only takes, and no more than what was shown.
    const limitsShown = shownLimits(before, shown);
    for (const [email, limit] of made.between) {
      expect(limit).toBeLessThanOrEqual(before.get(email) ?? 0);
      expect(limit).toBeGreaterThanOrEqual(Math.min(before.get(email) ?? 0, limitsShown.get(email) ?? 0));
    }
    expect(made.approved).toMatchObject({ status: 'complete', capsFailed: 0, held: null });
    expect(sorted(made.after)).toEqual(sorted(limitsShown));
    expect(await stoppedPeople()).toEqual([...stoppedBefore, ...shown.stopped].toSorted());

    const undo = ['budgets', 'import', pathOf('budgets-before.yaml'), '--prune', '--yes', '--json'];
    const back = (await curfew(...undo, '--at', '2026-03-17T10:00:00Z')).read(WithImpact).impact;
    const undone = await rollOut('2026-03-17T10:00:00Z');

    expect([...back.freed].toSorted()).toEqual([...shown.stopped].toSorted());
    expect(sorted(shownLimits(made.after, back))).toEqual(sorted(before));
    expect(sorted(undone.after)).toEqual(sorted(before));
    expect(await stoppedPeople()).toEqual(stoppedBefore);
  },
  timeoutMs,
);
