import { counted } from '../../shared/kernel/texts/counted.ts';
import { describeLiveStatus, nextStepOf } from '../../shared/live/describe-live.ts';
import type { LiveReport } from '../../shared/live/live-state.ts';
import type { LiveTerms } from '../../shared/live/live-status.ts';
import type { Stores } from '../../shared/wiring/installation.ts';
import { ok, warning, type CheckResult } from './check.ts';

/** How far what is given between the nights is verified, whether hooks report, and what to do next. */
export async function judgeLive(
  { live }: Pick<Stores, 'live'>,
  { live: terms }: { readonly live: Pick<LiveTerms, 'mode'> },
): Promise<CheckResult> {
  if (terms.mode === 'off') {
    return ok([`${describeLiveStatus({ kind: 'off' })}; next: ${nextStepOf({ kind: 'off' }) ?? ''}`]);
  }
  const { report } = await live.readState();
  if (report === undefined) {
    return warning('the sessions were not read yet', 'npx curfew run live; it runs every hour');
  }
  const { standing } = report;
  const facts = [describeLiveStatus(standing), hooksText(report)];
  const next = nextStepOf(standing);
  return standing.kind === 'doubted'
    ? { ...warning(standing.reason, next ?? ''), facts: [`mode ${terms.mode}`, ...facts] }
    : ok([`mode ${terms.mode}`, ...facts, ...(next === undefined ? [] : [`next: ${next}`])]);
}

function hooksText({ hookUsers = 0, seenUsers }: LiveReport): string {
  const seen = `${counted(seenUsers, 'person', 'people')} seen`;
  return hookUsers === 0
    ? `${seen}; no hook has reported in the last hours (npx curfew hook --help)`
    : `${seen}; hooks of ${counted(hookUsers, 'person', 'people')} have reported in the last hours`;
}
