interface ReasonForSize {
  readonly bytesMax: number;
  readonly reason: string;
}

const clients = 'The clients of AWS come from the lockfile, not from the runtime, whose version nobody chose';
const durable = 'the SDK for durable executions and what it needs of the client of Lambda are 170 KB';

/** Why a function, by the name of its job, may have more than 400 KB, and how much. */
export const reasonsForSize: Readonly<Record<string, ReasonForSize>> = {
  enforce: {
    bytesMax: 980_000,
    reason: `${clients}: 270 KB; ${durable}; the rest is the night itself with forecasts, pools, parts of plans and mails.`,
  },
  mails: { bytesMax: 660_000, reason: `${clients}: 270 KB; ${durable}.` },
  edits: { bytesMax: 500_000, reason: `${clients}: those of DynamoDB and Lambda are 300 KB.` },
  door: {
    bytesMax: 2_100_000,
    reason: `${clients}: 270 KB, and 300 KB for those of Lambda, KMS, S3 and SSM; the rest is every operation of every topic with its schemas, which describe the API too.`,
  },
  controls: {
    bytesMax: 1_130_000,
    reason: `${clients}: 270 KB, and 150 KB for those of KMS and S3, which sign and keep heads of the evidence; the list of public suffixes, which tells whose a host is, is 130 KB; the rules of every control are 150 KB.`,
  },
};
