import type { EnforcementPorts } from '../../../../shared/application/enforcement/enforcement-work.ts';
import type { BudgetStore } from '../../../../shared/application/edits/ports.ts';
import type { LimitWriter } from '../../../../shared/application/enforcement/ports.ts';
import { enforcementPorts } from '../../../../shared/wiring/ports/enforcement-ports.ts';
import type { TrialWork } from '../trial-work.ts';

/** The tried night wanted to set a limit. Nothing was sent. */
export class LimitRefusedError extends Error {
  override readonly name = 'LimitRefusedError';
}

const refusingWriter: LimitWriter = {
  setLimits: async (entries) =>
    Promise.reject(new LimitRefusedError(`the trial sets no limit, and was to set ${entries.length}`)),
};

/** The ports of a night as it is deployed, on the temporary tables, but for the one that sets limits. */
export function readOnlyRun({ dynamo, platform, tables, progress }: TrialWork): EnforcementPorts & {
  readonly budgets: BudgetStore;
} {
  const ports = enforcementPorts(
    { dynamo, platform, tables },
    { report: ({ step, done, total }) => progress(`${step} ${done}${total === undefined ? '' : ` of ${total}`}`) },
  );
  return { ...ports, limitWriter: refusingWriter };
}
