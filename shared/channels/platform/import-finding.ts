import { BatchImportFindingsCommand, SecurityHubClient } from '@aws-sdk/client-securityhub';

import { asffFinding, type SecurityHub } from '../../evidence/export/asff-findings.ts';
import type { OutgoingMessage } from '../channel-message.ts';
import { hubIn } from '../security-hub.ts';
import { answered, type AwsTerms, awsClientTerms, resultOfError } from './aws-result.ts';
import type { PostResult } from './post.ts';

/** Hands one finding to the Security Hub with this ARN. Never throws. */
export type ImportFinding = (outgoing: OutgoingMessage, hub: string) => Promise<PostResult>;

/** Imports findings with the credentials of the process, each once: the outbox tries again, and the Id is the same. */
export function importFinding(terms: AwsTerms = {}): ImportFinding {
  return async (outgoing, address) => {
    const hub = hubIn(address);
    if (hub === undefined) {
      return { kind: 'not-allowed', problem: 'its address is no ARN of a Security Hub' };
    }
    const client = new SecurityHubClient(awsClientTerms(hub.region, terms));
    try {
      const { FailedFindings = [] } = await client.send(
        new BatchImportFindingsCommand({ Findings: [findingOf(outgoing, hub)] }),
      );
      const [{ ErrorCode: code } = {}] = FailedFindings;
      return code === undefined ? answered(200) : answered(code === 'InternalError' ? 503 : 400);
    } catch (error) {
      return resultOfError(error);
    } finally {
      client.destroy();
    }
  };
}

type Imported = NonNullable<ConstructorParameters<typeof BatchImportFindingsCommand>[0]['Findings']>[number];

function findingOf({ subject, message }: OutgoingMessage, hub: SecurityHub): Imported {
  const { finding, at } = message;
  return finding === undefined
    ? testFinding(subject, at, hub)
    : (asffFinding(finding as Parameters<typeof asffFinding>[0], hub) as Imported);
}

/** A finding that is resolved and archived from the start. */
function testFinding(title: string, at: string, hub: SecurityHub): Imported {
  const ms = Date.parse(at);
  const info = {
    uid: 'curfew/test',
    title,
    desc: title,
    types: [],
    analytic: { type_id: 1, type: 'Rule', name: 'test', uid: 'test' },
  };
  const moments = { first_seen_time: ms, created_time: ms, modified_time: ms };
  const compliance = { control: 'test', requirements: [], standards: [], status_id: 1, status: 'Pass' } as const;
  const shown = {
    finding_info: { ...info, ...moments },
    compliance,
    resources: [],
    remediation: { desc: 'Nothing is to be done.' },
    severity: 'Informational',
    status: 'Resolved',
    comment: undefined,
  };
  return asffFinding(shown as unknown as Parameters<typeof asffFinding>[0], hub) as Imported;
}
