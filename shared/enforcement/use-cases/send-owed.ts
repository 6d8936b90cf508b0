import type { SetCap } from '../../caps/cap.ts';
import type { RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Steps } from '../../kernel/runs/use-cases/steps.ts';
import { recordsByUser } from '../../limits/limit-record.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import { owedChanges } from '../owed-changes.ts';
import type { PermitTerms } from './apply-caps.ts';
import { collectLastKnown, type LastKnownPorts } from './collect/collect-last-known.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { planCollected, type Planned } from './plan-run.ts';
import { sendAll, sendingOf, type SendWork } from './send-plan.ts';

interface OwedWork extends Omit<SendWork, 'ports' | 'settings'> {
  readonly ports: SendWork['ports'] & LastKnownPorts & { readonly runs: RunStore; readonly steps: Steps };
  readonly settings: EnforcementSettings;
}

/**
 * Sends the lowerings without which a strict pool may use more than its amount, from the tables alone: for a run that
 * comes to nothing else. What the platform does not take now is left to the next run.
 */
export async function sendOwed(work: OwedWork, terms: PermitTerms = {}): Promise<void> {
  const { ports, settings, run } = work;
  await ports.steps.run('owed', async () => {
    const collected = await collectLastKnown(ports, settings, run);
    const limits = await ports.limits.list();
    const planned = planCollected(settings, run, { collected, limits });
    // A first limit comes with a plan: what a night gives is the same whether it was stopped in between or not.
    const changes = owedBeside(planned, [], terms).filter(({ fromCredits }) => fromCredits !== undefined);
    const isLatest = changes.length > 0 && (await ports.runs.markApplied(enforceJob, `${run.today}T00:00:00.000Z`));
    if (!isLatest) {
      return;
    }
    const sending = sendingOf(work, planned, { records: recordsByUser(limits), changes, ...terms });
    await sendAll(sending);
  });
}

/** What strict pools are owed beside some changes. */
export function owedBeside(
  planned: Planned,
  beside: readonly SetCap[],
  { capPercent }: PermitTerms,
): readonly SetCap[] {
  return owedChanges(planned, beside, surveyOfPlan(planned.planInputs, capPercent));
}
