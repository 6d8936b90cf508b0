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

test('what is set aside would be found without that', () => {
  const bare = buildApp();
  bare.synth();
  const setAside = bare.node.findAll().flatMap(({ node }) => {
    const rules = node.metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY);
    return rules
      .flatMap(({ data }) => Object.keys(data as object))
      .map((rule) => ({ path: node.path, rule: rule.replace('Annotation::', '') }));
  });
  for (const { node } of bare.node.findAll()) {
    // Nothing takes back what was acknowledged, so that the list is emptied in place.
    const { _metadata: noted = [] } = node as unknown as { readonly _metadata?: { readonly type: string }[] };
    noted.splice(0, noted.length, ...noted.filter(({ type }) => type !== Validations.ACKNOWLEDGED_RULES_METADATA_KEY));
  }

  const found = [new AwsSolutionsChecks(), new ServerlessChecks()]
    .flatMap((pack) => pack.validateScope(bare).violations)
    .flatMap(({ ruleName, violatingResources }) =>
      (violatingResources ?? []).map(({ constructPath = '' }) => ({ rule: ruleName, path: constructPath })),
    );

  expect(setAside.length).toBeGreaterThan(50);
  const isFound = ({ path, rule }: (typeof setAside)[number]): boolean =>
    found.some((each) => each.rule === rule && `${each.path}/`.startsWith(`${path}/`));
  expect(setAside.filter((each) => !isFound(each))).toEqual([]);
});

test('every rule that is set aside is on this list, with its reason', () => {
  const setAside = app.node
    .findAll()
    .filter(({ node }) => node.path.startsWith('Curfew-test-acme-'))
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries(data as Readonly<Record<string, string>>))
        .map(([rule, reason]) => ({ reason, what: `${node.path} ${rule.replace('Annotation::', '')}` })),
    );
  const byReason = Map.groupBy(setAside, ({ reason }) => reason);

  expect(new Map([...byReason].map(([reason, places]) => [reason, places.map(({ what }) => what)])))
    .toMatchInlineSnapshot(`
      Map {
        "The platform gives out keys in its web application only, so a person has to rotate them." => [
          "Curfew-test-acme-Data/PlatformKey AwsSolutions-SMG4",
        ],
        "A rotated key would show every secret of the organization as changed, and every revision as rewritten." => [
          "Curfew-test-acme-Data/FingerprintKey AwsSolutions-SMG4",
        ],
        "Links live for two weeks; docs/requests.md says how a key is replaced while some are on their way." => [
          "Curfew-test-acme-Data/LinkKey AwsSolutions-SMG4",
        ],
        "No one can change or remove what is here, and it holds no secret; who reads it is for the trail of the account." => [
          "Curfew-test-acme-Data/Anchors/Bucket AwsSolutions-S1",
        ],
        "No one can sign up, and everyone needs an authenticator: the tier that watches sign-ins costs per person." => [
          "Curfew-test-acme-Data/People/Pool AwsSolutions-COG8",
        ],
        "The alarm stays in CloudWatch; a queue of unsent alarm mails would only raise another alarm mail." => [
          "Curfew-test-acme-Jobs/Alarms/Email finops@acme.example Serverless-SNSRedrivePolicy",
          "Curfew-test-acme-Jobs/Alarms/Email security@acme.example Serverless-SNSRedrivePolicy",
        ],
        "Who has a link from a mail, or a token of a hook, has no login: the function checks signature, person and end, or the token." => [
          "Curfew-test-acme-Jobs/AdminApi/Api/GET--requests--link--{proxy+} AwsSolutions-APIG4",
          "Curfew-test-acme-Jobs/AdminApi/Api/POST--requests--link--{proxy+} AwsSolutions-APIG4",
          "Curfew-test-acme-Jobs/AdminApi/Api/POST--requests--link--hook--report AwsSolutions-APIG4",
        ],
        "This queue is itself the dead-letter queue; nothing reads from it until a person redrives it." => [
          "Curfew-test-acme-Jobs/Enforce/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Live/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Controls/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Mails/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Bounces/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Edits/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Roster/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Sessions/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Digest/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Computers/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Readiness/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Requests/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Jobs/Exports/DeadLetters/Queue Serverless-SQSRedrivePolicy",
          "Curfew-test-acme-Watchdog/Access/DeadLetters/Queue Serverless-SQSRedrivePolicy",
        ],
        "X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else." => [
          "Curfew-test-acme-Jobs/Enforce/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Live/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Controls/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Mails/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Bounces/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Edits/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Roster/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Sessions/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Digest/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Computers/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Readiness/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Requests/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Exports/Job/Role AwsSolutions-IAM5[Resource::*]",
          "Curfew-test-acme-Jobs/Door/Role AwsSolutions-IAM5[Resource::*]",
        ],
        "A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it." => [
          "Curfew-test-acme-Jobs/Enforce/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Enforce/Job/Function/Aliaslive Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Live/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Controls/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Mails/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Mails/Job/Function/Aliaslive Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Bounces/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Edits/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Roster/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Sessions/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Digest/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Computers/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Readiness/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Requests/Job/Function Serverless-LambdaAsyncFailureDestination",
          "Curfew-test-acme-Jobs/Exports/Job/Function Serverless-LambdaAsyncFailureDestination",
        ],
        "A run belongs to the version that it began with, whichever is live by then; only runs of this function." => [
          "Curfew-test-acme-Jobs/Enforce/Job/Checkpoints AwsSolutions-IAM5[Resource::<EnforceJobFunctionFF66D7DD.Arn>:*]",
          "Curfew-test-acme-Jobs/Mails/Job/Checkpoints AwsSolutions-IAM5[Resource::<MailsJobFunction450B1A98.Arn>:*]",
        ],
        "No policy can name objects that are yet to be written: these are the signed heads of one organization." => [
          "Curfew-test-acme-Jobs/Controls/Job/Role AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
          "Curfew-test-acme-Jobs/Door/Role AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
          "Curfew-test-acme-Jobs/People/Operator AwsSolutions-IAM5[Resource::arn:aws:s3:::Curfew-test-acme-Data:ExportsOutputRefAnchorsBucketE0A93AD35C15CF5C/test/acme/*]",
        ],
        "Nothing starts it asynchronously: who calls waits for the answer, and learns that there is none." => [
          "Curfew-test-acme-Jobs/Door/Function Serverless-LambdaDLQ",
        ],
        "Every signed call of one API: which of its operations someone may use is said by their roles there." => [
          "Curfew-test-acme-Jobs/People/Caller AwsSolutions-IAM5[Resource::arn:aws:execute-api:eu-central-1:<AWS::AccountId>:<AdminApiB3376E39>/$default/*/iam/*]",
        ],
        "The tables of one organization, by the name of their stack: how they are set up, and not what they hold." => [
          "Curfew-test-acme-Jobs/People/Operator AwsSolutions-IAM5[Resource::arn:aws:dynamodb:eu-central-1:<AWS::AccountId>:table/Curfew-test-acme-Data-*]",
        ],
        "The functions of one organization, by the name of their stack: whether someone has stopped them." => [
          "Curfew-test-acme-Jobs/People/Operator AwsSolutions-IAM5[Resource::arn:aws:lambda:eu-central-1:<AWS::AccountId>:function:Curfew-test-acme-Jobs-*]",
        ],
        "To list schedules and to ask whether senders are verified knows no resources, and changes nothing." => [
          "Curfew-test-acme-Jobs/People/Operator AwsSolutions-IAM5[Resource::*]",
        ],
        "This queue is the dead-letter queue of rules, which the check does not look at." => [
          "Curfew-test-acme-Watchdog/Access/DeadLetters/Queue AwsSolutions-SQS3",
        ],
        "It holds the files that everyone gets who opens the console, and CloudFront alone reads it." => [
          "Curfew-test-acme-Console/Files/Bucket AwsSolutions-S1",
        ],
        "The names of the files are known when the console is built; they are all that the bucket holds." => [
          "Curfew-test-acme-Console/Files/Place/Role AwsSolutions-IAM5[Resource::<FilesBucket7C17EE2E.Arn>/*]",
        ],
        "Every line of the log has the id of its run, which tells as much; traces come with \`metrics: all\`." => [
          "Curfew-test-acme-Console/Files/Place/Function Serverless-LambdaTracing",
        ],
        "CloudFormation starts it and waits for its answer: without one the deployment fails." => [
          "Curfew-test-acme-Console/Files/Place/Function Serverless-LambdaDLQ",
        ],
        "Where the people of an organization work is not known here." => [
          "Curfew-test-acme-Console/Site/Distribution AwsSolutions-CFR1",
        ],
        "The files are for everyone; calls need a token, and API Gateway limits how many there are." => [
          "Curfew-test-acme-Console/Site/Distribution AwsSolutions-CFR2",
        ],
        "A log of pages would say who looks at whom: it comes with \`console.logs\`, on request." => [
          "Curfew-test-acme-Console/Site/Distribution AwsSolutions-CFR3",
        ],
        "The certificate of CloudFront comes with its TLS; with a name of one’s own it is 1.2 and more." => [
          "Curfew-test-acme-Console/Site/Distribution AwsSolutions-CFR4",
        ],
      }
    `);
});
