import type { PlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { platformTime } from '../../../shared/kernel/platform/platform-time.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { isBeyond } from '../../../shared/kernel/time/clock-skew.ts';
import { addDays, dayOf } from '../../../shared/kernel/time/day.ts';
import { type Check, type CheckResult, failed, type Figures, ok, warning } from '../check.ts';
import type { PlatformWatch } from './platform-watch.ts';

/**
 * Answers against platform-api.md. A documented field that no item has is a failure, and so is a row that cannot be
 * read; fields beyond the document are let through, as every reader lets them through, and named.
 */
export function judgeAnswers(seen: PlatformWatch): CheckResult {
  const missing = seen.missing();
  const facts = [
    ...(seen.unknownFields.size === 0
      ? []
      : [`beyond the document, and let through: ${listed([...seen.unknownFields])}`]),
    ...seen.empty().map((endpoint) => `${endpoint} had no items, so nothing is known of its fields`),
  ];
  if (missing.length === 0 && seen.unreadable.size === 0) {
    return ok(facts);
  }
  const needed = missing.filter(({ isNeeded }) => isNeeded);
  const problems = [
    ...[...seen.unreadable].map(([endpoint, problem]) => `${endpoint}: ${problem}`),
    ...(missing.length === 0
      ? []
      : [`missing: ${listed(missing.map(({ endpoint, field }) => `${endpoint} ${field}`))}`]),
  ];
  const remedy =
    needed.length > 0 || seen.unreadable.size > 0
      ? 'Curfew cannot do without: ask the platform’s support whether the interface has changed, and wait with the deployment'
      : 'Curfew can do without, and what is made from it stays empty: ask the platform’s support whether the interface has changed';
  return { kind: 'failed', problem: problems.join('; '), remedy, facts };
}

const listedMax = 12;

function listed(names: readonly string[]): string {
  const more = names.length - listedMax;
  return [...names.slice(0, listedMax), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** How many calls were made, what the platform said of its limits, and how often it wanted fewer calls. */
export function describeRate({
  calls,
  limitHeaders,
  refusedForRate,
  longestWaitMs,
}: PlatformWatch): [readonly string[], Figures] {
  const count = [...calls.values()].reduce((sum, each) => sum + each, 0);
  const headers = [...limitHeaders].map(([name, value]) => `${name}: ${value}`);
  return [
    [
      `${grouped(count)} calls`,
      refusedForRate === 0
        ? 'never asked to slow down (429)'
        : `asked to slow down (429) ${refusedForRate} times; the longest wait was ${(longestWaitMs / 1000).toFixed(1)} s`,
      ...(headers.length === 0 ? [] : [`headers on limits: ${headers.join(', ')}`]),
    ],
    { calls: count, refusedForRate },
  ];
}

/** Less is nothing to speak of. */
const okMsMax = 5_000;

const remedy = 'set the clock of this machine (UTC), best by NTP: days and windows are counted by it';

/** Judges by how much the platform's clock is surely ahead of this machine's; undefined when no answer says. */
export function judgeClock(aheadMs: number | undefined, toleranceMs: number): CheckResult {
  if (aheadMs === undefined) {
    return { kind: 'skipped', reason: 'no answer of the platform had a Date' };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const problem = `this machine’s clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the platform’s`;
  if (isBeyond(aheadMs, toleranceMs)) {
    return failed(problem, remedy);
  }
  return isBeyond(aheadMs, okMsMax) ? warning(problem, remedy) : ok([`${seconds} s apart at least`]);
}

export interface PlatformWork {
  /** Gives up soon: for checks that ask whether something answers at all. */
  readonly probe: PlatformClient;
  /** What was seen of the platform so far. */
  readonly watch: PlatformWatch;
  /** Unix milliseconds as of which the platform is asked. */
  readonly nowMs: number;
  /** The address of the web application was named, and not only assumed. */
  readonly namesApp: boolean;
  /** Raised once the user wants to stop. */
  readonly signal: AbortSignal;
}

/** Whether the key opens what Curfew reads. One page of each: the whole is read by the night that is tried later. */
export const platformChecks: readonly Check<PlatformWork>[] = [
  {
    name: 'key',
    about: 'Platform',
    proves: 'the platform accepts the key, and lists users',
    needs: [],
    async run({ probe }) {
      const page = await firstOf(probe.organizationUsers({ limit: 100 }));
      return ok([`${page?.rows.length ?? 0} users on the first page`]);
    },
  },
  {
    name: 'role',
    about: 'Platform',
    proves: 'the key is that of a Manager or Owner: it may read the analytics',
    needs: ['key'],
    async run({ probe, nowMs }) {
      const yesterday = addDays(dayOf(nowMs), -1);
      const range = { startDate: yesterday, endDate: yesterday };
      await probe.tokens(range);
      await firstOf(probe.userMetrics({ ...range, limit: 100 }));
      return ok();
    },
  },
  {
    name: 'controls',
    about: 'Platform',
    proves: 'the history of the controls can be read',
    needs: ['key'],
    async run({ probe }) {
      const page = await firstOf(probe.controlsHistory({ limit: 100 }));
      const revisions = page?.rows.map(({ revision }) => revision) ?? [];
      return ok(revisions.length === 0 ? ['no revision yet'] : [`newest on the first page: ${Math.max(...revisions)}`]);
    },
  },
  {
    name: 'readiness',
    about: 'Platform',
    proves: 'readiness reports can be read at the address of the web application',
    needs: ['key'],
    run: readReadiness,
  },
];

export interface ClockWork extends PlatformWork {
  /** The clocks may differ by so much, as the settings say. */
  readonly clockToleranceMs: number;
}

/** The clocks, as far as any answer has said. */
export const clockCheck: Check<ClockWork> = {
  name: 'clock',
  about: 'Platform',
  proves: 'the clock of this machine is that of the platform',
  needs: [],
  run: async ({ probe, clockToleranceMs }) => judgeClock(await platformTime(probe).skewMs(), clockToleranceMs),
};

/** What all the reading, the tried night included, has shown; so these come last. */
export const platformFindings: readonly Check<PlatformWork>[] = [
  {
    name: 'document',
    about: 'Platform',
    proves: 'every answer is as the document says',
    needs: ['key'],
    run: async ({ watch }) => Promise.resolve(judgeAnswers(watch)),
  },
  {
    name: 'rate',
    about: 'Platform',
    proves: 'the platform bears to be asked at this rate',
    needs: ['key'],
    run: async ({ watch }) => Promise.resolve(ok(...describeRate(watch))),
  },
  {
    name: 'unchanged',
    about: 'Platform',
    proves: 'nothing was changed on the platform: every call was a GET',
    needs: [],
    run: async ({ watch }) => Promise.resolve(judgeCalls(watch)),
  },
];

function judgeCalls({ calls, refusedToSend }: PlatformWatch): CheckResult {
  const facts = [...calls].map(([path, count]) => `GET ${path}: ${count}`);
  return refusedToSend.length === 0
    ? ok(facts)
    : failed(
        `a call that is no GET was tried, and refused before it was sent: ${refusedToSend.join(', ')}`,
        'this is a mistake of Curfew: report it',
      );
}

async function readReadiness({ probe, namesApp }: PlatformWork): Promise<CheckResult> {
  if (!namesApp) {
    return {
      kind: 'skipped',
      reason: 'no CURFEW_APP_URL (or appUrl) is set, and nothing that is deployed reads readiness reports yet',
    };
  }
  const page = await firstOf(probe.readinessReports({ limit: 20 }));
  return ok([`${page?.rows.length ?? 0} reports on the first page`]);
}

async function firstOf<Page>(pages: AsyncIterable<Page>): Promise<Page | undefined> {
  for await (const page of pages) {
    return page;
  }
  return undefined;
}
