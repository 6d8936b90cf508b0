import { GetIdentityVerificationAttributesCommand, type SESClient } from '@aws-sdk/client-ses';

import { failed, ok, type CheckResult } from './check.ts';

interface SendingIdentities {
  /** One of these has to be verified. */
  readonly identities: readonly string[];
  readonly region: string;
  /** A deployment is still to make the identity. */
  readonly isToBeMade: boolean;
}

/** An organization may send as one identity alone: that one has to be there, and verified in this region. */
export async function checkIdentities(
  ses: SESClient,
  { identities, region, isToBeMade }: SendingIdentities,
): Promise<CheckResult> {
  const asked = new GetIdentityVerificationAttributesCommand({ Identities: [...identities] });
  const { VerificationAttributes: found = {} } = await ses.send(asked);
  const verified = identities.find((identity) => found[identity]?.VerificationStatus === 'Success');
  if (isToBeMade && identities.every((identity) => found[identity] === undefined)) {
    return { kind: 'skipped', reason: 'the deployment makes the identity, which is to be verified then' };
  }
  const states = identities.map((identity) => `${identity}: ${found[identity]?.VerificationStatus ?? 'not there'}`);
  return verified === undefined
    ? failed(
        `the sender has no verified identity in ${region} (${states.join(', ')})`,
        'verify it in SES in this region; or name the identity that is verified as mailIdentity in curfew.config.ts',
      )
    : ok([verified]);
}
