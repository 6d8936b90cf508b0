import { groundIdOf } from '../domain/caps/plan-id.ts';
import type { Collected } from './collected.ts';
import { judgePlan } from './guard-plan.ts';
import type { RunPurpose } from './hold-before-sending.ts';
import type { Planned } from './plan-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

/** What a plan may be sent under, once the guards have let it pass. JSON carries it. */
export interface Leave {
  readonly planId: string;
  /** What the plan stood on then, but for the limits. */
  readonly groundId: string;
  /** The latest moment as of which an earlier run has set all caps that it wanted to; ISO. */
  readonly latestSent?: string;
}

/**
 * A run that goes on in another process has planned anew, from tables that may have moved. Why it must not send that;
 * undefined when it may. What has moved is judged as a run that begins now would be; a plan that somebody looked at is
 * no longer the same. The caps of a new window are bound by no guard.
 */
export function reasonNotToGoOn(
  settings: NightSettings,
  about: {
    readonly run: RunContext;
    readonly purpose: RunPurpose;
    readonly planned: Planned;
    readonly collected: Collected;
    readonly leave: Leave;
  },
): string | undefined {
  const { run, purpose, planned, collected, leave } = about;
  if (purpose.kind === 'window-start' || groundIdOf(planned.ground) === leave.groundId) {
    return undefined;
  }
  const { latestSent } = leave;
  const isHeld =
    purpose.apply !== undefined || judgePlan(settings, run, { ...planned, ...collected, latestSent }) !== undefined;
  return isHeld ? 'what the plan rests on has moved since it was judged; the next run plans anew' : undefined;
}
