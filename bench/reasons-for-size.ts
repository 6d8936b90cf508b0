interface ReasonForSize {
  readonly bytesMax: number;
  readonly reason: string;
}

const clients =
  'The clients of DynamoDB and Secrets Manager are 230 KB: from the lockfile, not the runtime, whose version nobody chose';

/** Why a function, by the name of its job, may have more than 400 KB, and how much. */
export const reasonsForSize: Readonly<Record<string, ReasonForSize>> = {
  enforce: { bytesMax: 660_000, reason: `${clients}; the rest is the night itself with forecasts, pools and mails.` },
  edits: { bytesMax: 700_000, reason: `${clients}; it sets limits as the night does.` },
  mails: {
    bytesMax: 420_000,
    reason: 'The clients of DynamoDB and SES are 250 KB, and what checks events and stored mails is 100 KB.',
  },
  controls: {
    bytesMax: 800_000,
    reason: `${clients}; the list of public suffixes, which tells whose a host is, is 130 KB.`,
  },
};
