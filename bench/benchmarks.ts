import * as z from 'zod';
import { percent, type Benchmark, type Ratio } from './benchmark.ts';
import { controlDiff } from './control-diff/benchmark.ts';
import { division } from './division/benchmark.ts';
import { forecast } from './forecast/benchmark.ts';
import { SpreadFigures } from './measure/spread-schema.ts';
import { million } from './million/benchmark.ts';
import { nights } from './nights/benchmark.ts';
import { validation } from './validation/benchmark.ts';

const PoolResults = z.array(
  z.object({ users: z.int(), shape: z.string(), seed: z.int(), strict: z.number(), strictOverspent: z.number() }),
);

const pools: Benchmark = {
  name: 'pools',
  file: 'pools.ts',
  isBetter: 'higher',
  about: 'what each policy grants of what a clairvoyant would, on traces of wanted use',
  options: ['--seeds 101,102,103'],
  ratiosOf: (document) =>
    [...Map.groupBy(PoolResults.parse(document), ({ users, shape }) => `${users} users, ${shape}`)].map(
      ([what, rows]) => {
        const ratio = rows.reduce((sum, { strict }) => sum + strict, 0) / rows.length;
        const overspent = Math.max(...rows.map(({ strictOverspent }) => strictOverspent));
        return {
          what: `granted by a strict pool, ${what}`,
          peer: 'clairvoyant',
          peerFigure: percent(1),
          ourFigure: `${percent(ratio)}, overspent ${overspent}`,
          ratio,
        };
      },
    ),
};

const LiveResults = z.object({
  rows: z.array(z.object({ world: z.string(), sight: z.string(), granted: z.number(), overspent: z.number() })),
});

const live: Benchmark = {
  name: 'live',
  file: 'live.ts',
  isBetter: 'higher',
  about: 'what live giving grants between the nights',
  options: ['--seeds 101,102,103', '--cap 0'],
  ratiosOf: (document) =>
    [...Map.groupBy(LiveResults.parse(document).rows, ({ world, sight }) => `${world}, ${sight}`)].map(
      ([what, rows]) => {
        const ratio = rows.reduce((sum, { granted }) => sum + granted, 0) / rows.length;
        const overspent = Math.max(...rows.map((row) => row.overspent));
        return {
          what: `granted between the nights, ${what}`,
          peer: 'clairvoyant',
          peerFigure: percent(1),
          ourFigure: `${percent(ratio)}, overspent ${overspent}`,
          ratio,
        };
      },
    ),
};

const BackfillResults = z.array(
  z.object({ revisions: z.int(), seconds: z.number(), heapMaxMb: z.number(), pollMs: z.number() }),
);
/** A run that finds nothing new is done in half a second. */
const pollMsMax = 500;

const controlsBackfill: Benchmark = {
  name: 'controls-backfill',
  file: 'controls-backfill.ts',
  isBetter: 'lower',
  about: 'a first run over a long history of the controls, and a run that finds nothing new',
  ratiosOf: (document) => {
    const [short, long] = BackfillResults.parse(document);
    return short === undefined || long === undefined
      ? []
      : [
          {
            what: `memory of a first run over ${long.revisions} revisions of the controls (${long.seconds.toFixed(0)} s)`,
            peer: `${short.revisions} revisions`,
            peerFigure: `${short.heapMaxMb.toFixed(1)} MB`,
            ourFigure: `${long.heapMaxMb.toFixed(1)} MB`,
            ratio: long.heapMaxMb / short.heapMaxMb,
          },
          {
            what: `a run that finds nothing new after ${long.revisions} revisions of the controls`,
            peer: 'half a second',
            peerFigure: `${pollMsMax} ms`,
            ourFigure: `${long.pollMs.toFixed(0)} ms`,
            ratio: long.pollMs / pollMsMax,
          },
        ];
  },
};

const DoorResults = z.array(z.object({ what: z.string(), donePerSecond: z.number(), saidNo: z.int() }));

const door: Benchmark = {
  name: 'door',
  file: 'door.ts',
  isBetter: 'higher',
  about: 'calls a second of the admin API beside an empty server',
  options: ['--readers 1000', '--writers 50', '--seconds 10'],
  ratiosOf(document) {
    const rows = DoorResults.parse(document);
    const half = rows.length / 2;
    return rows.slice(0, half).flatMap(({ what, donePerSecond, saidNo }, index) => {
      const floor = rows[half + index]?.donePerSecond ?? 0;
      return {
        what: `calls a second, ${what} (${saidNo} told to come back)`,
        peer: 'an empty server',
        peerFigure: String(floor),
        ourFigure: String(donePerSecond),
        ratio: donePerSecond / floor,
      };
    });
  },
};

const ConsoleResults = z.object({
  peerBytes: z.number(),
  pages: z.array(z.object({ page: z.string(), bytes: z.number() })),
  users: z.int(),
  answers: z.array(
    z.object({
      page: z.string(),
      goalMs: z.number(),
      againMs: z.number(),
      coldGoalMs: z.number(),
      coldMs: z.number().exactOptional(),
    }),
  ),
});

const consolePages: Benchmark = {
  name: 'console',
  file: 'console.ts',
  isBetter: 'lower',
  about: 'what each page of the console weighs, and how long its figures take',
  options: ['--users 10000', '--rounds 3'],
  ratiosOf(document) {
    const { peerBytes, pages, users, answers } = ConsoleResults.parse(document);
    const sizes = pages.map(({ page, bytes }) => ({
      what: `KB packed, ${page}`,
      peer: 'frame of the design system',
      peerFigure: (peerBytes / 1_000).toFixed(0),
      ourFigure: (bytes / 1_000).toFixed(0),
      ratio: bytes / peerBytes,
    }));
    const timeOf = (what: string, ms: number, goalMs: number): Ratio => ({
      what: `figures of ${what}, ${users} people`,
      peer: 'the goal',
      peerFigure: `${goalMs} ms`,
      ourFigure: `${ms.toFixed(0)} ms`,
      ratio: ms / goalMs,
    });
    const times = answers.flatMap(({ page, coldMs, coldGoalMs, againMs, goalMs }) => [
      ...(coldMs === undefined ? [] : [timeOf(`${page}, cold`, coldMs, coldGoalMs)]),
      timeOf(page, againMs, goalMs),
    ]);
    return [...sizes, ...times];
  },
};

const Starts = z.object({ cpuMs: SpreadFigures, wallMs: SpreadFigures });
const BundleResults = z.array(
  z.object({
    name: z.string(),
    bytes: z.number(),
    bytesWanted: z.number(),
    start: Starts,
    emptyStart: Starts,
    startMsWanted: z.number(),
  }),
);

const bundles: Benchmark = {
  name: 'bundles',
  file: 'bundles.ts',
  isBetter: 'lower',
  about: 'what a cold start of each function reads, and how long it takes',
  ratiosOf: (document) =>
    BundleResults.parse(document).flatMap(({ name, bytes, bytesWanted, start, emptyStart, startMsWanted }) => {
      const moreMs = start.cpuMs.median - emptyStart.cpuMs.median;
      return [
        {
          what: `what a start of the function ${name} reads`,
          peer: 'what is wanted at most',
          peerFigure: `${(bytesWanted / 1_000).toFixed(1)} KB`,
          ourFigure: `${(bytes / 1_000).toFixed(1)} KB`,
          ratio: bytes / bytesWanted,
        },
        {
          what: `CPU of a start of the function ${name}, more than an empty handler`,
          peer: 'what is wanted at most',
          peerFigure: `${startMsWanted} ms`,
          ourFigure: `${moreMs.toFixed(0)} ms`,
          ratio: moreMs / startMsWanted,
        },
      ];
    }),
};

const NightResults = z.array(
  z.object({
    users: z.int(),
    kind: z.string(),
    seconds: z.number(),
    floorSeconds: z.number(),
    peakMb: z.number(),
    floorPeakMb: z.number(),
    calls: z.object({ all: z.int() }),
    leastCalls: z.int(),
    writeUnits: z.number(),
    tableCalls: z.record(z.string(), z.int()),
  }),
);

const runAtScale: Benchmark = {
  name: 'night-at-scale',
  file: 'night-at-scale.ts',
  isBetter: 'lower',
  about: 'nights of up to 100,000 people beside the least they can do with',
  options: ['--users 1000,10000,100000', '--nights 4', '--heap-mb 640'],
  ratiosOf: (document) =>
    NightResults.parse(document).flatMap((row) => {
      const night = `${row.kind} night of ${row.users} users`;
      const tableCalls = Object.values(row.tableCalls).reduce((sum, count) => sum + count, 0);
      return [
        {
          what: `calls of the platform, ${night}`,
          peer: 'the least that reads its days',
          peerFigure: String(row.leastCalls),
          ourFigure: String(row.calls.all),
          ratio: row.calls.all / row.leastCalls,
        },
        {
          what: `${night}: ${tableCalls} calls of tables, ${Math.round(row.writeUnits)} units written`,
          peer: 'the same calls alone',
          peerFigure: `${row.floorSeconds.toFixed(1)} s`,
          ourFigure: `${row.seconds.toFixed(1)} s`,
          ratio: row.seconds / row.floorSeconds,
        },
        {
          what: `memory, ${night}`,
          peer: 'the same calls alone',
          peerFigure: `${row.floorPeakMb.toFixed(0)} MB`,
          ourFigure: `${row.peakMb.toFixed(0)} MB`,
          ratio: row.peakMb / row.floorPeakMb,
        },
      ];
    }),
};

const CommandResults = z.array(z.object({ what: z.string(), ms: z.number(), floorMs: z.number() }));

const cli: Benchmark = {
  name: 'cli',
  file: 'cli.ts',
  isBetter: 'lower',
  about: 'how long commands take beside node -e 0',
  ratiosOf: (document) =>
    CommandResults.parse(document).map(({ what, ms, floorMs }) => ({
      what: `time of ${what}`,
      peer: 'node -e 0',
      peerFigure: `${floorMs.toFixed(0)} ms`,
      ourFigure: `${ms.toFixed(0)} ms`,
      ratio: ms / floorMs,
    })),
};

const ImpactResults = z.array(
  z.object({ users: z.int(), changes: z.int(), divisionSeconds: z.number(), impactSeconds: z.number() }),
);

const impact: Benchmark = {
  name: 'impact',
  file: 'impact.ts',
  isBetter: 'lower',
  about: 'the impact of an edit beside the nightly division',
  options: ['--users 10000'],
  ratiosOf: (document) =>
    ImpactResults.parse(document).map(({ users, changes, divisionSeconds, impactSeconds }) => ({
      what: `impact of an edit on ${users} users, of whom ${changes} get another limit`,
      peer: 'the nightly division',
      peerFigure: `${divisionSeconds.toFixed(2)} s`,
      ourFigure: `${impactSeconds.toFixed(2)} s`,
      ratio: impactSeconds / divisionSeconds,
    })),
};

const HookResults = z.array(
  z.object({ what: z.string(), peer: z.string(), unit: z.string(), ours: z.number(), floor: z.number() }),
);

const hook: Benchmark = {
  name: 'hook',
  file: 'hook.ts',
  isBetter: 'lower',
  about: 'the hook beside an empty process, and the events its intake takes',
  options: ['--machines 400', '--seconds 10'],
  ratiosOf: (document) =>
    HookResults.parse(document).map(({ what, peer, unit, ours, floor }) => ({
      what: `${what}${unit === 'a second' ? ' (more is better)' : ''}`,
      peer,
      peerFigure: `${floor.toFixed(0)} ${unit}`.trim(),
      ourFigure: `${ours.toFixed(0)} ${unit}`.trim(),
      ratio: floor === 0 ? ours : ours / floor,
    })),
};

/** Every benchmark, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  nights,
  validation,
  controlDiff,
  division,
  forecast,
  pools,
  live,
  controlsBackfill,
  runAtScale,
  million,
  impact,
  bundles,
  cli,
  door,
  consolePages,
  hook,
];
