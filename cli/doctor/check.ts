import { GetIdentityVerificationAttributesCommand, type SESClient } from '@aws-sdk/client-ses';

/** What a check came to. Texts are sentences for admins: no secret, no email of a user, no body of an answer. */
export type CheckResult =
  | { readonly kind: 'ok'; readonly facts: readonly string[]; readonly figures?: Figures }
  | FailedCheck
  | { readonly kind: 'skipped'; readonly reason: string };

/** A warning is no failure: it works, and something should be done about it. */
export interface FailedCheck {
  readonly kind: 'failed' | 'warning';
  readonly problem: string;
  readonly remedy: string;
  readonly facts?: readonly string[];
}

/** The same facts for programs. */
export type Figures = Readonly<Record<string, number | string | null>>;

/** One thing that the doctor looks at; `Work` is what it needs for that. */
export interface Check<Work> {
  readonly name: string;
  readonly about: 'AWS' | 'Installation' | 'Platform' | 'Mail' | 'Runs';
  /** What is true when it ends ok. */
  readonly proves: string;
  /** Names of checks without whose success it makes no sense. */
  readonly needs: readonly string[];
  readonly run: (work: Work) => Promise<CheckResult>;
}

export function ok(facts: readonly string[] = [], figures?: Figures): CheckResult {
  return { kind: 'ok', facts, figures };
}

export function failed(problem: string, remedy: string): FailedCheck {
  return { kind: 'failed', problem, remedy };
}

export function warning(problem: string, remedy: string): FailedCheck {
  return { kind: 'warning', problem, remedy };
}

/** An organization may send as one identity alone: that one has to be there, and verified in this region. */
export async function checkIdentities(
  ses: SESClient,
  {
    identities,
    region,
    isToBeMade,
  }: {
    /** One of these has to be verified. */
    readonly identities: readonly string[];
    readonly region: string;
    /** A deployment is still to make the identity. */
    readonly isToBeMade: boolean;
  },
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
