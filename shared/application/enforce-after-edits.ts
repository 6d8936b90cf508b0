import { enforceBudgets, type Night, type NightPorts } from './enforce-budgets.ts';
import type { NightSettings } from './run-context.ts';

export interface EditRunOrder {
  /** Each is a run of its own: what was edited since the last one began is not part of that. */
  readonly runId: string;
  /** Unix milliseconds as of which it runs. */
  readonly atMs: number;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

/** Another run has seldom more than a minute left; whoever handed the edits over tries again after that. */
const waitsMax = 20;
const waitMs = 15_000;

/** Sets the limits that follow from edits of the tables, from the tables alone, as soon as no other run sets limits. */
export async function enforceAfterEdits(
  ports: NightPorts,
  settings: NightSettings,
  order: EditRunOrder,
): Promise<Night> {
  for (let waits = 0; ; waits += 1) {
    const night = await enforceBudgets(ports, settings, {
      ...order,
      kind: 'edit',
      dryRun: false,
      onlyIfUnfinished: false,
    });
    if (night.outcome.held?.guard !== 'another-run' || waits === waitsMax) {
      return night;
    }
    await ports.steps.wait('until the other run is done', waitMs);
  }
}

/**
 * Whether the run has done, or a guard has held, what the edits ask for; otherwise it is to be tried again: of a limit
 * whose outcome is unknown, the next try knows more. What a guard holds or the platform refuses stays so.
 */
export function hasTakenEffect({ outcome: { status, held, isUnfinished } }: Night): boolean {
  return status === 'held' ? held?.guard !== 'another-run' : !isUnfinished;
}
