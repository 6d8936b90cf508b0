import type { EnforcementRun, EnforcementPorts } from './enforce-budgets.ts';
import { enforceWhenFree } from './enforce-when-free.ts';
import type { EnforcementSettings } from '../runs/run-context.ts';

export interface EditRunOrder {
  /** Each is a run of its own: what was edited since the last one began is not part of that. */
  readonly runId: string;
  /** Unix milliseconds as of which it runs; later by as much as another run is waited for. */
  readonly atMs: number;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
  /** For so long another run is waited for. Five minutes where whoever handed the edits over does so again after that. */
  readonly patienceMs?: number;
}

const patienceMsUsual = 300_000;

/** Sets the limits that follow from edits of the tables, from the tables alone, as soon as no other run sets limits. */
export async function enforceAfterEdits(
  ports: EnforcementPorts,
  settings: EnforcementSettings,
  order: EditRunOrder,
): Promise<EnforcementRun> {
  const { patienceMs = patienceMsUsual } = order;
  const wanted = { ...order, kind: 'edit', dryRun: false, onlyIfUnfinished: false, patienceMs } as const;
  return enforceWhenFree(ports, settings, wanted);
}

/**
 * Whether the run has done, or a guard has held, what the edits ask for; otherwise it is to be tried again: of a limit
 * whose outcome is unknown, the next try knows more. What a guard holds or the platform refuses stays so.
 */
export function hasTakenEffect({ outcome: { status, held, isUnfinished } }: EnforcementRun): boolean {
  return status === 'held' ? held?.guard !== 'another-run' : !isUnfinished;
}
