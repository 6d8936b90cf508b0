import type { ocsfFinding } from './ocsf-findings.ts';

/** The account and region of Security Hub into which findings go. */
export interface SecurityHub {
  readonly account: string;
  readonly region: string;
}

/** What AWS takes in one call of BatchImportFindings. */
const findingsMax = 100;
const bytesMax = 240_000;

const complianceOf = { New: 'FAILED', Suppressed: 'WARNING', Resolved: 'PASSED' } as const;

/** A Compliance Finding of OCSF as AWS Security Finding Format. A finding keeps its Id when it is accepted or reverted. */
export function asffFinding(finding: ReturnType<typeof ocsfFinding>, { account, region }: SecurityHub) {
  const { finding_info: info, compliance, resources, remediation, severity, status, comment } = finding;
  const [resource] = resources;
  return {
    SchemaVersion: '2018-10-08',
    Id: info.uid,
    ProductArn: `arn:${partitionOf(region)}:securityhub:${region}:${account}:product/${account}/default`,
    ProductName: 'Curfew',
    CompanyName: 'Curfew',
    GeneratorId: `curfew/${info.analytic.uid}`.slice(0, 512),
    AwsAccountId: account,
    Types: ['Software and Configuration Checks/Controls of coding agents'],
    FirstObservedAt: moment(info.first_seen_time),
    CreatedAt: moment(info.created_time),
    UpdatedAt: moment(info.modified_time),
    Severity: { Label: severity.toUpperCase(), Original: severity },
    Title: shortened(info.title, 256),
    Description: shortened(info.desc === '' ? info.title : info.desc, 1_024),
    Remediation: { Recommendation: { Text: shortened(remediation.desc, 512) } },
    Resources: [
      { Type: 'Other', Id: shortened(`curfew/${resource?.name ?? 'organization'}/${compliance.control}`, 512) },
    ],
    Compliance: { Status: complianceOf[status], RelatedRequirements: compliance.requirements.slice(0, 32) },
    RecordState: status === 'Resolved' ? 'ARCHIVED' : 'ACTIVE',
    ...(comment !== undefined && {
      Note: { Text: shortened(comment, 512), UpdatedBy: 'Curfew', UpdatedAt: moment(info.modified_time) },
    }),
  };
}

/** Findings in as many calls as AWS takes, each as the JSON of `Findings`. */
export function asffBatches(findings: readonly ReturnType<typeof asffFinding>[]): readonly string[] {
  const batches: string[][] = [];
  let bytes = Infinity;
  for (const finding of findings) {
    const text = JSON.stringify(finding);
    const size = new TextEncoder().encode(text).length + 1;
    const last = batches.at(-1);
    if (last === undefined || last.length === findingsMax || bytes + size > bytesMax) {
      batches.push([text]);
      bytes = size;
    } else {
      last.push(text);
      bytes += size;
    }
  }
  return batches.map((batch) => `[${batch.join(',')}]`);
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}

function shortened(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}

function partitionOf(region: string): string {
  return region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
