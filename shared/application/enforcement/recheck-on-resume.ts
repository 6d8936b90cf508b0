import { inputsHashOf } from '../../domain/caps/plan-id.ts';
import type { Collected } from './collected.ts';
import { judgePlan } from './guard-plan.ts';
import type { RunPurpose } from './guard-sending.ts';
import type { Planned } from './plan-collected.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

/** What a plan may be sent under, once the guards have let it pass. JSON carries it. */
export interface SendPermit {
  readonly planId: string;
  /** What the plan stood on then, but for the limits. */
  readonly inputsHash: string;
  /** The latest moment as of which an earlier run has set all caps that it wanted to; ISO. */
  readonly latestSent?: string;
}

/**
 * A run that goes on in another process has planned anew, from tables that may have moved. Why it must not send that;
 * undefined when it may. What has moved is judged as a run that begins now would be; a plan that somebody looked at is
 * no longer the same. The caps of a new window are bound by no guard.
 */
export function recheckOnResume(
  settings: EnforcementSettings,
  about: {
    readonly run: RunContext;
    readonly purpose: RunPurpose;
    readonly planned: Planned;
    readonly collected: Collected;
    readonly permit: SendPermit;
  },
): string | undefined {
  const { run, purpose, planned, collected, permit } = about;
  if (purpose.kind === 'window-start' || inputsHashOf(planned.planInputs) === permit.inputsHash) {
    return undefined;
  }
  const { latestSent } = permit;
  const isHeld =
    purpose.apply !== undefined || judgePlan(settings, run, { ...planned, ...collected, latestSent }) !== undefined;
  return isHeld ? 'what the plan rests on has moved since it was judged; the next run plans anew' : undefined;
}
