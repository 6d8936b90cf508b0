import type { Metafile } from 'esbuild';

/** What a part of a bundle is for, by where its files come from; the first that fits counts. */
const parts: readonly (readonly [part: string, path: RegExp])[] = [
  ['durable executions', /@aws\/durable/],
  ['clients of AWS: what all of them share', /@smithy\/|@aws-sdk\/(?!client-)|@aws\//],
  ['client of DynamoDB', /@aws-sdk\/client-dynamodb/],
  ['other clients of AWS', /@aws-sdk\/client-/],
  ['checks of what comes in (zod)', /\/zod\//],
  ['log', /@aws-lambda-powertools|@middy/],
  ['public suffixes', /tldts/],
  ['other packages', /node_modules/],
  ['redaction of secrets', /shared\/redaction/],
  ['the platform', /shared\/(kernel\/)?[^/]+\/platform(\/|\.ts)/],
  ['tables', /shared\/(kernel\/)?[^/]+\/(memory-)?store(\/|\.ts)/],
  ['contracts', /shared\/(kernel\/)?[^/]+\/contract(\/|\.ts)/],
  ['mails and notifications', /shared\/(mail|notifications)/],
  ['use cases', /shared\/(kernel\/)?[^/]+\/use-cases(\/|\.ts)/],
  ['decisions', /shared/],
];

/** How many bytes of some files of a built function are for what. */
export function bytesByPart({ outputs }: Metafile, files: readonly string[]): Readonly<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (files.some((file) => path.endsWith(`/${file}`))) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const [part = 'the function itself'] = parts.find(([, pattern]) => pattern.test(input)) ?? [];
        bytes[part] = (bytes[part] ?? 0) + bytesInOutput;
      }
    }
  }
  return bytes;
}
