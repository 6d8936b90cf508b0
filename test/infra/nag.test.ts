import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { beforeAll, expect, test } from 'vitest';

import { buildApp } from './synthesized.ts';

let app: App;

// After synthesis, as `npm run synth` tries them: by then what one stack has of another is spelt in another way.
beforeAll(() => {
  app = buildApp();
  app.synth();
});

test.each([new AwsSolutionsChecks(), new ServerlessChecks()])('nothing violates the rules of $name', (pack) => {
  expect(pack.validateScope(app).violations).toEqual([]);
});

test('every rule that is set aside is on this list, with its reason', () => {
  const setAside = app.node
    .findAll()
    .filter(({ node }) => node.path.startsWith('Curfew-test-acme-'))
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries(data as Readonly<Record<string, string>>))
        .map(([rule, reason]) => ({ at: node.path, rule, reason })),
    );

  expect(setAside).toMatchInlineSnapshot(`
    [
      {
        "at": "Curfew-test-acme-Data/PlatformKey",
        "reason": "The platform gives out keys in its web application only, so a person has to rotate them.",
        "rule": "Annotation::AwsSolutions-SMG4",
      },
      {
        "at": "Curfew-test-acme-Data/FingerprintKey",
        "reason": "A rotated key would show every secret of the organization as changed, and every revision as rewritten.",
        "rule": "Annotation::AwsSolutions-SMG4",
      },
      {
        "at": "Curfew-test-acme-Data/LinkKey",
        "reason": "Links live for two weeks; docs/requests.md says how a key is replaced while some are on their way.",
        "rule": "Annotation::AwsSolutions-SMG4",
      },
      {
        "at": "Curfew-test-acme-Data/Anchors/Bucket",
        "reason": "Nobody can change or remove what is here, and it holds no secret; who reads it is for the trail of the account.",
        "rule": "Annotation::AwsSolutions-S1",
      },
      {
        "at": "Curfew-test-acme-Data/People/Pool",
        "reason": "Nobody can sign up, and everybody needs an authenticator: the tier that watches sign-ins costs per person.",
        "rule": "Annotation::AwsSolutions-COG8",
      },
      {
        "at": "Curfew-test-acme-Jobs/Alarms/Email finops@acme.example",
        "reason": "The alarm stays in CloudWatch; a queue of unsent alarm mails would only raise another alarm mail.",
        "rule": "Annotation::Serverless-SNSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Alarms/Email security@acme.example",
        "reason": "The alarm stays in CloudWatch; a queue of unsent alarm mails would only raise another alarm mail.",
        "rule": "Annotation::Serverless-SNSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/AdminApi/Api/GET--requests--link--{proxy+}",
        "reason": "Who has a link from a mail, or a token of a hook, has no login: the function checks signature, person and end, or the token.",
        "rule": "Annotation::AwsSolutions-APIG4",
      },
      {
        "at": "Curfew-test-acme-Jobs/AdminApi/Api/POST--requests--link--{proxy+}",
        "reason": "Who has a link from a mail, or a token of a hook, has no login: the function checks signature, person and end, or the token.",
        "rule": "Annotation::AwsSolutions-APIG4",
      },
      {
        "at": "Curfew-test-acme-Jobs/AdminApi/Api/POST--requests--link--hook--report",
        "reason": "Who has a link from a mail, or a token of a hook, has no login: the function checks signature, person and end, or the token.",
        "rule": "Annotation::AwsSolutions-APIG4",
      },
      {
        "at": "Curfew-test-acme-Jobs/Enforce/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Enforce/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Enforce/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Enforce/Job/Function/Aliaslive",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Enforce/Job/Checkpoints",
        "reason": "A run belongs to the version that it began with, whichever is live by then; only runs of this function.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::<EnforceJobFunctionFF66D7DD.Arn>:*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Live/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Live/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Live/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Controls/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Controls/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Controls/Job/Role",
        "reason": "No policy can name objects that are yet to be written: these are the signed heads of one organization.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Controls/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Mails/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Mails/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Mails/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Mails/Job/Function/Aliaslive",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Mails/Job/Checkpoints",
        "reason": "A run belongs to the version that it began with, whichever is live by then; only runs of this function.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::<MailsJobFunction450B1A98.Arn>:*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Bounces/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Bounces/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Bounces/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Edits/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Edits/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Edits/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Roster/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Roster/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Roster/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Sessions/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Sessions/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Sessions/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Digest/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Digest/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Digest/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Computers/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Computers/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Computers/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Readiness/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Readiness/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Readiness/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Requests/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Jobs/Requests/Job/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Requests/Job/Function",
        "reason": "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Door/Role",
        "reason": "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Door/Role",
        "reason": "No policy can name objects that are yet to be written: these are the signed heads of one organization.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/Door/Function",
        "reason": "Nothing starts it asynchronously: who calls waits for the answer, and learns that there is none.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Jobs/Door/Function",
        "reason": "Nothing starts it asynchronously: who calls waits for the answer, and learns that there is none.",
        "rule": "Annotation::Serverless-LambdaDLQ",
      },
      {
        "at": "Curfew-test-acme-Jobs/People/Caller",
        "reason": "Every signed call of one API: which of its operations somebody may use is said by their roles there.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::arn:aws:execute-api:eu-central-1:<AWS::AccountId>:<AdminApiB3376E39>/$default/*/iam/*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/People/Operator",
        "reason": "No policy can name objects that are yet to be written: these are the signed heads of one organization.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/People/Operator",
        "reason": "The tables of one organization, by the name of their stack: how they are set up, and not what they hold.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::arn:aws:dynamodb:eu-central-1:<AWS::AccountId>:table/Curfew-test-acme-Data-*]",
      },
      {
        "at": "Curfew-test-acme-Jobs/People/Operator",
        "reason": "To list schedules and to ask whether senders are verified knows no resources, and changes nothing.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::*]",
      },
      {
        "at": "Curfew-test-acme-Watchdog/Access/DeadLetters/Queue",
        "reason": "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it.",
        "rule": "Annotation::Serverless-SQSRedrivePolicy",
      },
      {
        "at": "Curfew-test-acme-Watchdog/Access/DeadLetters/Queue",
        "reason": "This queue is the dead-letter queue of rules, which the check does not look at.",
        "rule": "Annotation::AwsSolutions-SQS3",
      },
      {
        "at": "Curfew-test-acme-Console/Files/Bucket",
        "reason": "It holds the files that everybody gets who opens the console, and CloudFront alone reads it.",
        "rule": "Annotation::AwsSolutions-S1",
      },
      {
        "at": "Curfew-test-acme-Console/Files/Place/Role",
        "reason": "The names of the files are known when the console is built; they are all that the bucket holds.",
        "rule": "Annotation::AwsSolutions-IAM5[Resource::<FilesBucket7C17EE2E.Arn>/*]",
      },
      {
        "at": "Curfew-test-acme-Console/Files/Place/Function",
        "reason": "Every line of the log has the id of its run, which tells as much; traces come with \`metrics: all\`.",
        "rule": "Annotation::Serverless-LambdaTracing",
      },
      {
        "at": "Curfew-test-acme-Console/Files/Place/Function",
        "reason": "CloudFormation starts it and waits for its answer: without one the deployment fails.",
        "rule": "Annotation::Serverless-LambdaAsyncFailureDestination",
      },
      {
        "at": "Curfew-test-acme-Console/Files/Place/Function",
        "reason": "CloudFormation starts it and waits for its answer: without one the deployment fails.",
        "rule": "Annotation::Serverless-LambdaDLQ",
      },
      {
        "at": "Curfew-test-acme-Console/Site/Distribution",
        "reason": "Where the people of an organization work is not known here.",
        "rule": "Annotation::AwsSolutions-CFR1",
      },
      {
        "at": "Curfew-test-acme-Console/Site/Distribution",
        "reason": "The files are for everybody; calls need a token, and API Gateway limits how many there are.",
        "rule": "Annotation::AwsSolutions-CFR2",
      },
      {
        "at": "Curfew-test-acme-Console/Site/Distribution",
        "reason": "A log of pages would say who looks at whom: it comes with \`console.logs\`, on request.",
        "rule": "Annotation::AwsSolutions-CFR3",
      },
      {
        "at": "Curfew-test-acme-Console/Site/Distribution",
        "reason": "The certificate of CloudFront comes with its TLS; with a name of one’s own it is 1.2 and more.",
        "rule": "Annotation::AwsSolutions-CFR4",
      },
    ]
  `);
});
