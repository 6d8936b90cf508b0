import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type {
  IScheduleGroup,
  IScheduleTarget,
  ScheduleTargetConfig,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const deliveryRetriesMax = 10;

/** After an hour the next schedule does the same work. */
const eventAgeMax = Duration.hours(1);

interface ScheduleTargetProps {
  readonly lambda: IFunction;
  readonly deadLetters: IQueue;
  readonly group: IScheduleGroup;
}

/** Lets one group's schedules start one function. The CDK's target would allow every version by wildcard. */
export class ScheduleTarget extends Construct {
  private readonly props: ScheduleTargetProps;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: ScheduleTargetProps) {
    super(scope, id);
    const { lambda, deadLetters, group } = props;
    this.props = props;
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': group.scheduleGroupArn },
        },
      }),
    });
    this.role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] }));
    this.role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }));
  }

  withInput(input: ScheduleTargetInput): IScheduleTarget {
    const config: ScheduleTargetConfig = {
      arn: this.props.lambda.functionArn,
      role: this.role,
      input,
      deadLetterConfig: { arn: this.props.deadLetters.queueArn },
      retryPolicy: { maximumRetryAttempts: deliveryRetriesMax, maximumEventAgeInSeconds: eventAgeMax.toSeconds() },
    };
    return { bind: () => config };
  }
}
