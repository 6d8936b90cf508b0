import { Alarm, type AlarmProps, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Every construct that can fail requires it: to have no alarms, a reason must be given. */
export type Monitoring =
  | { readonly kind: 'alarms'; readonly topic: ITopic }
  | { readonly kind: 'none'; readonly reason: string };

type Exceptions = Partial<
  Pick<AlarmProps, 'comparisonOperator' | 'datapointsToAlarm' | 'evaluationPeriods' | 'treatMissingData'>
>;

export interface AlarmTerms extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** What has happened and what to do, for somebody whom it wakes. */
  readonly description: string;
  /** Where the alarm should not be raised by one datapoint at the threshold. */
  readonly exceptions?: Exceptions;
}

/** Raises an alarm as soon as the metric reaches the threshold, unless monitoring was refused. */
export function addAlarm(scope: Construct, id: string, terms: AlarmTerms & { readonly monitoring: Monitoring }): void {
  const { metric, threshold, description, monitoring, exceptions } = terms;
  if (monitoring.kind === 'none') {
    scope.node.addMetadata('curfew:no-monitoring', monitoring.reason);
    return;
  }
  const alarm = new Alarm(scope, id, {
    metric,
    threshold,
    alarmDescription: description,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...exceptions,
  });
  alarm.addAlarmAction(new SnsAction(monitoring.topic));
}
