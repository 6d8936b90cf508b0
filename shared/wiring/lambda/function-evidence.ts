import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import { awsAnchoring } from '../../evidence/aws/aws-anchoring.ts';
import { storedFingerprint } from '../../kernel/aws/secret-key.ts';
import type { anchorVariables, fingerprintVariables } from '../../kernel/runs/contract/job-variables.ts';

/** What a function anchors the evidence with, and the fingerprints that stand in it in the place of secrets. */
export function functionEvidence(env: z.output<z.ZodObject<typeof anchorVariables & typeof fingerprintVariables>>) {
  return {
    ...awsAnchoring({
      organization: env.CURFEW_ORGANIZATION,
      keyId: env.CURFEW_EVIDENCE_KEY_ID,
      bucket: env.CURFEW_EVIDENCE_BUCKET,
      retentionDays: env.CURFEW_EVIDENCE_RETENTION_DAYS,
    }),
    fingerprint: storedFingerprint(new SecretsManagerClient({}), env.CURFEW_FINGERPRINT_KEY_SECRET_ID),
  };
}
