import type { Exception } from '../judge.ts';

/** A key that we would pay for by the month and by the request. */
const ownKeys =
  'AWS encrypts it with a key of its own; a key in the account costs by the month and by the request (docs/cost.md).';

/** What linters of templates and policies find and is left as is. Places are `STACK/RESOURCE`. */
export const templateExceptions: readonly Exception[] = [
  {
    rule: 'cfn-lint W3005',
    reason: 'The CDK makes the dependencies of a function on its role; one that is said twice does no harm.',
  },
  {
    rule: 'checkov CKV_AWS_119',
    reason: `${ownKeys} \`ownKeys: true\` takes the key that AWS manages in the account.`,
  },
  { rule: 'checkov CKV_AWS_158', reason: `${ownKeys} Logs hold names and counts, no secret and no body.` },
  { rule: 'checkov CKV_AWS_173', reason: `${ownKeys} No secret stands in the environment of a function.` },
  { rule: 'checkov CKV_AWS_149', reason: `${ownKeys} The secrets are read within the account alone.` },
  {
    rule: 'checkov CKV_AWS_27',
    at: /DeadLetters/u,
    reason: 'SQS encrypts each new queue by itself, without being told.',
  },
  {
    rule: 'checkov CKV_AWS_26',
    at: /globex-Jobs\/Alarms/u,
    reason: '`ownKeys: true` encrypts alarms on their way; they name functions and no people.',
  },
  {
    rule: 'checkov CKV_AWS_117',
    reason: 'What a function calls is on the internet; a network of its own would need a gateway for $33 a month.',
  },
  {
    rule: 'checkov CKV_AWS_115',
    reason:
      'A new account has 10 at once in all: reserving some takes them from the others. `door.reservedConcurrency` is there.',
  },
  {
    rule: 'checkov CKV_AWS_116',
    at: /Door|FilesPlace/u,
    reason: 'Whoever calls waits for the answer: nothing is lost that a queue would keep.',
  },
  {
    rule: 'checkov CKV_AWS_18',
    reason: 'Signed heads hold no secret, the console’s files are public, and a log of a log would have a log.',
  },
  {
    rule: 'checkov CKV_AWS_21',
    at: /Console\//u,
    reason: 'The files of the console are made from the clone again; lines of a log are never overwritten.',
  },
  {
    rule: 'checkov CKV_AWS_68',
    reason: 'The files are for everybody; calls need a token, and API Gateway limits how many there are.',
  },
  {
    rule: 'checkov CKV_AWS_86',
    at: /aaa-Console\//u,
    reason: 'A log of pages would say who looks at whom: it comes with `console.logs`, on request.',
  },
  {
    rule: 'checkov CKV_AWS_174',
    at: /aaa-Console\//u,
    reason: 'The certificate of CloudFront comes with its TLS; with `console.domain` it is 1.2 and more.',
  },
  ...['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'].map((action) => ({
    rule: `parliament UNKNOWN_ACTION ${action}`,
    reason: 'Its list is older than durable functions.',
  })),
  {
    rule: 'parliament RESOURCE_MISMATCH',
    at: /(?:Edits|Mails|Requests)JobRole/u,
    reason:
      'AWS’s own policy for readers of a stream (DynamoDBStreamReadPolicy of SAM) names streams for ListStreams, too.',
  },
];
