import { job as controlsJob } from '../controls/job.ts';
import { platformControlsHistory } from '../controls/platform/platform-controls-history.ts';
import type { Anchoring } from '../controls/ports.ts';
import { watchControls } from '../controls/use-cases/watch-controls.ts';
import type { ControlsCalls } from '../kernel/platform/platform-calls.ts';
import { scheduledHandler } from '../kernel/runtime/scheduled-handler.ts';
import { comparableDecisions, comparableRevisions } from './redacted-again.ts';
import { type On, type OnPlatform, portsOf, type SettingsOf } from './wired-job.ts';

// Apart from the other jobs: what it loads late would be a part of the bundle of each of them.

interface OnEvidence extends OnPlatform<ControlsCalls>, Pick<Anchoring, 'signer' | 'anchors'> {
  /** Gives the fingerprint that stands in the place of secrets; asked for when the first page is read. */
  readonly fingerprint: () => Promise<(secret: string) => string>;
}

export const controls = {
  job: controlsJob,
  ports: ({ platform, fingerprint, signer, anchors, ...on }: On<typeof controlsJob, OnEvidence>) => {
    const ports = portsOf(controlsJob, on);
    return {
      ...ports,
      history: platformControlsHistory(platform, fingerprint),
      revisions: comparableRevisions(ports.revisions, fingerprint),
      decisions: comparableDecisions(ports.decisions, fingerprint),
      signer,
      anchors,
    };
  },
  run: async (
    ports: Parameters<typeof watchControls>[0],
    settings: SettingsOf<typeof controlsJob>,
    order: Parameters<typeof watchControls>[2],
  ) => watchControls(ports, { settings }, order),
  handler: scheduledHandler,
};
