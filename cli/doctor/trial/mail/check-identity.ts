import type { CheckResult } from '../../check.ts';
import { checkIdentities } from '../../check-identities.ts';
import type { TrialWork } from '../trial-work.ts';

/** The identities of the sender that is tried. */
export async function checkIdentity({ ses, target }: Pick<TrialWork, 'ses' | 'target'>): Promise<CheckResult> {
  const { mail, sesEndpoint, region } = target;
  if (mail.kind === 'none') {
    return { kind: 'skipped', reason: mail.reason };
  }
  if (sesEndpoint !== undefined) {
    return { kind: 'skipped', reason: 'AWS_ENDPOINT_URL_SES is set: identities are asked of SES itself alone' };
  }
  return checkIdentities(ses, { ...mail, region });
}
