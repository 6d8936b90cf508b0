import { job as digestJob } from '../digest/job.ts';
import { platformOrganizationSource } from '../digest/platform/platform-organization-source.ts';
import { sendDigest } from '../digest/use-cases/send-digest.ts';
import type { OrganizationCalls } from '../kernel/platform/platform-calls.ts';
import { scheduledHandler } from '../kernel/runtime/scheduled-handler.ts';
import { type On, type OnPlatform, portsOf, type SettingsOf } from './wired-job.ts';

// Apart from the other jobs: what it loads late would be a part of the bundle of each of them.

export const digest = {
  job: digestJob,
  ports: ({ platform, ...on }: On<typeof digestJob, OnPlatform<OrganizationCalls>>) => ({
    ...portsOf(digestJob, on),
    organization: platformOrganizationSource(platform),
  }),
  run: async (
    ports: Parameters<typeof sendDigest>[0],
    settings: SettingsOf<typeof digestJob>,
    order: Parameters<typeof sendDigest>[2],
  ) => {
    const rules = async () => {
      // The catalogue of the controls: one run a week compares any.
      const { diffControlsWith } = await import('../control-diff/diff-controls.ts');
      return { diff: diffControlsWith(settings.controls), policy: settings.controls };
    };
    return sendDigest(ports, { settings, rules }, order);
  },
  handler: scheduledHandler,
};
