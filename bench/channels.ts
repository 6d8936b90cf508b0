import { createTables, localTableNames } from '../local/storage/create-tables.ts';
import { startEngine } from '../local/storage/engine.ts';
import type { ChannelTerms } from '../shared/channels/channel.ts';
import { enforceBudgets } from '../shared/enforcement/use-cases/enforce-budgets.ts';
import { enforceJob, runIdOf } from '../shared/kernel/runs/run-id.ts';
import { immediateSteps } from '../shared/kernel/runs/store/immediate-steps.ts';
import { createDynamo } from '../shared/kernel/store/create-dynamo.ts';
import { type Day, startOfDayMs } from '../shared/kernel/time/day.ts';
import { Settings } from '../shared/settings/contract/settings.ts';
import { enforce } from '../shared/wiring/jobs.ts';
import { runClaim } from './measure/claim.ts';
import { during, startEmulatorProgram } from './measure/programs.ts';
import { ratioOf, spreadOf } from './measure/spread.ts';
import { cpuSecondsSince } from './measure/usage.ts';
import { platformAt } from './worlds/platform.ts';

/*
 * A first night of people who all pass lines of a budget, without channels and with five that want every alert, on the
 * tables of a real engine; engine and platform are processes of their own. The goal: channels add at most a tenth to the
 * processor time of the run.
 */
const ratioMax = 1.1;
const today: Day = '2026-05-14';
const atMs = startOfDayMs(today) + 150 * 60_000;
const settings = Settings.parse({ admins: ['admin@acme.example'], blastRadius: false });
const author = { name: 'bench', at: '2026-01-14T00:00:00.000Z' };
const channels = (['slack', 'teams', 'webhook', 'pagerduty', 'eventbridge'] as const).map((kind): ChannelTerms => ({
  name: `bench-${kind}`,
  kind,
  severity: 'info',
}));

type Place = Parameters<typeof createDynamo>[0];

/** Runs the night on tables of its own. */
async function measureNight(
  { url, engine, prefix }: { readonly url: string; readonly engine: Place; readonly prefix: string },
  wanting: readonly ChannelTerms[],
) {
  const dynamo = createDynamo(engine);
  const tables = localTableNames(prefix);
  await createTables(dynamo, tables, { isFollowed: false });
  const wired = enforce.ports({ dynamo, platform: platformAt(url, { asOf: () => atMs }), tables });
  const ports = {
    ...wired,
    recipients: { ...wired.recipients, listChannels: async () => Promise.resolve(wanting) },
    steps: immediateSteps(async () => Promise.resolve()),
  };
  const key = { scope: { kind: 'default' }, window: 'month' } as const;
  const kept = { thresholds: [50], forecastAlert: false, owners: ['lead@acme.example'], mode: 'alert' } as const;
  const entry = { id: 'budget', at: author.at, kind: 'budget-changed', actor: author.name, detail: {} } as const;
  const terms = { ...key, ...kept, amount: { kind: 'credits', credits: 1 } } as const;
  await ports.budgets.edit(
    { key, seenVersion: 0, version: 1, by: author.name, at: author.at, way: 'command', terms },
    entry,
  );
  const started = process.cpuUsage();
  const { outcome } = await enforceBudgets(ports, settings, {
    runId: runIdOf(enforceJob, atMs, 'nightly'),
    atMs,
    onlyIfUnfinished: false,
    dryRun: false,
    stopAtMs: Number.MAX_SAFE_INTEGER,
  });
  const cpuSeconds = cpuSecondsSince(started);
  const open = await ports.alerts.read('limits', []);
  dynamo.destroy();
  return { cpuSeconds, alerts: open.length, status: outcome.status, problems: outcome.problems };
}

await runClaim(import.meta, async ({ number }) => {
  const [users, rounds] = [number('users'), number('rounds')];
  const args = ['--port', '0', '--users', String(users), '--today', today];
  const nights = await during(await startEmulatorProgram(args), async ({ ready: url }) => {
    const engine = await startEngine();
    const ran = [];
    try {
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const wanting of round % 2 === 0 ? [[], channels] : [channels, []]) {
          const night = await measureNight({ url, engine, prefix: `n${ran.length}-` }, wanting);
          ran.push({ round, channels: wanting.length, ...night });
        }
      }
    } finally {
      await engine.close();
    }
    return ran;
  });
  const secondsWith = (count: number) =>
    spreadOf(nights.filter((night) => night.round > 0 && night.channels === count).map(({ cpuSeconds }) => cpuSeconds));
  const [alone, told] = [secondsWith(0), secondsWith(channels.length)];
  const alerts = Math.max(...nights.map((night) => night.alerts));
  const row = ratioOf([`a night with ${alerts} alerts told to five channels`, 'without channels'], alone, told, {
    unit: 's',
    digits: 2,
  });
  return {
    document: { users, rounds, nights },
    ratios: [row],
    report: [`without channels ${row.peerFigure}, with five ${row.ourFigure}`],
    hasReachedGoal: row.ratio <= ratioMax,
  };
});
