import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** An event that fails for a day becomes a dead letter, which raises an alarm. */
const eventAgeMax = Duration.hours(24);
const deliveryRetriesMax = 50;

/** Starts a function with SES events of one configuration set only. */
export class MailEvents extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      configurationSetName,
      lambda,
      deadLetters,
    }: { readonly configurationSetName: string; readonly lambda: IFunction; readonly deadLetters: IQueue },
  ) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: 'Events of SES about the mails of one organization',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received', 'Email Rejected', 'Email Delivery Delayed'],
        // SES puts this tag on every mail; the resources in its events are not documented.
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
      },
      targets: [
        new LambdaFunction(lambda, {
          deadLetterQueue: deadLetters,
          retryAttempts: deliveryRetriesMax,
          maxEventAge: eventAgeMax,
        }),
      ],
    });
  }
}
