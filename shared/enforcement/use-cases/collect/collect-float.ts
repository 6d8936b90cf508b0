import { dividesAnew } from '../../../kernel/runs/run-id.ts';
import type { RunContext } from '../../../kernel/runs/use-cases/run-context.ts';
import { addDays, type Day } from '../../../kernel/time/day.ts';
import { defaultGivingRule } from '../../../live/giving/giving-rule.ts';
import { decideLiveStatus } from '../../../live/live-status.ts';
import { daysToCompare } from '../../../live/totals/judge-totals.ts';
import type { LiveStore } from '../../../live/use-cases/ports.ts';
import type { NightFloat } from '../../../pools/night-float.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { LedgerStore } from '../ports.ts';

export type FloatStore = Pick<LiveStore, 'readState' | 'readFloat'>;

/**
 * What a division leaves to be given in the day: something only while the totals are on, verified through the last bill
 * and of now. Otherwise everything is divided.
 */
export async function collectFloat(
  { ledger, live }: { readonly ledger: Pick<LedgerStore, 'listDays'>; readonly live?: FloatStore },
  settings: Pick<EnforcementSettings, 'live'>,
  { run, through }: { readonly run: RunContext; readonly through: Day | undefined },
): Promise<NightFloat | undefined> {
  if (live === undefined || settings.live?.mode !== 'on') {
    return undefined;
  }
  const { totals } = await live.readState();
  const standing = decideLiveStatus(
    {
      totals,
      ledger: await ledger.listDays(daysToCompare(run.today, settings.live)),
      nowMs: Date.parse(run.at),
      since: through === undefined ? run.today : addDays(through, 1),
    },
    settings.live,
  );
  const stored = standing.kind === 'on' ? await live.readFloat() : undefined;
  return stored === undefined
    ? undefined
    : {
        seenIds: new Set(stored.seenIds),
        nightShare: stored.nightShare,
        probeShare: defaultGivingRule.probeShare,
        ...(!dividesAnew(run.runId) && { keepsLimits: true as const }),
      };
}
