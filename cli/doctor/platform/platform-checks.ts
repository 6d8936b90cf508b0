import type { PlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { platformTime } from '../../../shared/kernel/platform/platform-time.ts';
import { addDays, dayOf } from '../../../shared/kernel/time/day.ts';
import { type Check, type CheckResult, failed, ok } from '../check.ts';
import { judgeClock, judgeAnswers, describeRate } from './judge-platform.ts';
import type { PlatformWatch } from './platform-watch.ts';

/** What checks of the platform work with. */
export interface PlatformWork {
  /** Gives up soon: for checks that ask whether something answers at all. */
  readonly probe: PlatformClient;
  /** What was seen of the platform so far. */
  readonly watch: PlatformWatch;
  /** Unix milliseconds as of which the platform is asked. */
  readonly nowMs: number;
  /** The address of the web application was named, and not only assumed. */
  readonly namesApp: boolean;
  /** Raised once somebody wants an end. */
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

/** What the check of the clocks works with. */
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
