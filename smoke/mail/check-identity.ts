import { GetIdentityVerificationAttributesCommand } from '@aws-sdk/client-ses';

import { type CheckResult, type CheckWork, failed, ok } from '../check.ts';

/** An organization may send as one identity alone: that one has to be there, and verified in this region. */
export async function checkIdentity({ ses, target }: Pick<CheckWork, 'ses' | 'target'>): Promise<CheckResult> {
  const { mail, sesEndpoint, region } = target;
  if (mail.kind === 'none') {
    return { kind: 'skipped', reason: mail.reason };
  }
  if (sesEndpoint !== undefined) {
    return { kind: 'skipped', reason: 'AWS_ENDPOINT_URL_SES is set: identities are asked of SES itself alone' };
  }
  const asked = new GetIdentityVerificationAttributesCommand({ Identities: [...mail.identities] });
  const { VerificationAttributes: found = {} } = await ses.send(asked);
  const verified = mail.identities.find((identity) => found[identity]?.VerificationStatus === 'Success');
  if (mail.isToBeMade && mail.identities.every((identity) => found[identity] === undefined)) {
    return { kind: 'skipped', reason: 'the deployment makes the identity, which is to be verified then' };
  }
  return verified === undefined ? unverified(mail.identities, region, found) : ok([verified]);
}

function unverified(
  identities: readonly string[],
  region: string,
  found: Readonly<Record<string, { readonly VerificationStatus?: string | undefined }>>,
): CheckResult {
  const states = identities.map((identity) => `${identity}: ${found[identity]?.VerificationStatus ?? 'not there'}`);
  return failed(
    `the sender has no verified identity in ${region} (${states.join(', ')})`,
    'verify it in SES in this region; or name the identity that is verified as mailIdentity in curfew.config.ts',
  );
}
