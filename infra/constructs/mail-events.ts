import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** What is tried for a day is given up: the alarm on dead letters has been raised long before. */
const eventAgeMax = Duration.hours(24);
const deliveryRetriesMax = 50;

export interface MailEventsProps {
  /** Whose mails it is about. */
  readonly configurationSetName: string;
  readonly lambda: IFunction;
  readonly deadLetters: IQueue;
}

/** Hands to a function what SES tells about the mails of one configuration set, and nothing that is about others. */
export class MailEvents extends Construct {
  constructor(scope: Construct, id: string, { configurationSetName, lambda, deadLetters }: MailEventsProps) {
    super(scope, id);
    new Rule(this, 'Rule', {
      description: 'What SES tells about the mails of one organization',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received', 'Email Rejected', 'Email Delivery Delayed'],
        // A tag that SES itself puts on every mail; which resources its events name is not documented.
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
