import { recordsByUser } from '../../domain/limits/limit-record.ts';
import { owedChanges } from '../../domain/plans/owed-changes.ts';
import { enforceJob } from '../../domain/runs/run-id.ts';
import type { RunStore } from '../runs/ports.ts';
import type { Steps } from '../runs/steps.ts';
import { collectLastKnown, type LastKnownPorts } from './collect/collect-last-known.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { planCollected } from './plan-run.ts';
import { sendAll, sendingOf, type SendWork } from './send-plan.ts';

interface OwedWork extends Omit<SendWork, 'ports' | 'settings'> {
  readonly ports: SendWork['ports'] & LastKnownPorts & { readonly runs: RunStore; readonly steps: Steps };
  readonly settings: EnforcementSettings;
}

/**
 * Sends the lowerings without which a strict pool may use more than its amount, from the tables alone: for a run that
 * comes to nothing else. What the platform does not take now is left to the next run.
 */
export async function sendOwed(work: OwedWork): Promise<void> {
  const { ports, settings, run } = work;
  await ports.steps.run('owed', async () => {
    const collected = await collectLastKnown(ports, settings, run);
    const limits = await ports.limits.list();
    const planned = planCollected(settings, run, { collected, limits });
    const changes = owedChanges(planned);
    const isLatest = changes.length > 0 && (await ports.runs.markApplied(enforceJob, `${run.today}T00:00:00.000Z`));
    if (!isLatest) {
      return;
    }
    const sending = sendingOf(work, planned, { records: recordsByUser(limits), changes });
    await sendAll(sending);
  });
}
