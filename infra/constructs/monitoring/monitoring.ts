import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

import type { Silence } from '../../silence.ts';

/** Required by every construct that can fail: leaving alarms out needs a reason. `shared`: see `SharedAlarms`. */
export type Monitoring =
  | { readonly kind: 'alarms' | 'shared'; readonly topic: ITopic }
  | { readonly kind: 'none'; readonly reason: string };

export interface AlarmTerms extends Pick<AlarmProps, 'metric' | 'threshold'> {
  readonly description: string;
  /** For alarms that need more than one datapoint at the threshold. */
  readonly exceptions?: Partial<
    Pick<AlarmProps, 'comparisonOperator' | 'datapointsToAlarm' | 'evaluationPeriods' | 'treatMissingData'>
  >;
}

/** Raises an alarm when the metric reaches the threshold, unless monitoring was refused. */
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

/** Like `addAlarm`, except where shared alarms cover it. */
export function addOwnAlarm(
  scope: Construct,
  id: string,
  terms: AlarmTerms & { readonly monitoring: Monitoring },
): void {
  if (terms.monitoring.kind !== 'shared') {
    addAlarm(scope, id, terms);
  }
}

/** Waiting an hour or three for late figures or another run is normal. */
const heldHours = 6;

/** Curfew mails about held runs; this covers undelivered mails. The metric counts by the hour. */
export function heldFor(what: string): Omit<AlarmTerms, 'metric'> {
  return {
    threshold: 1,
    description: `${what} have been held in each of the last ${heldHours} hours: a guard waits for an approval, or for better figures.`,
    exceptions: { evaluationPeriods: heldHours, datapointsToAlarm: heldHours },
  };
}

/** The dead-man's switch of one job's runs: silence is the alarm. */
export function silentFor(job: string, { periodMinutes, periods }: Silence): Omit<AlarmTerms, 'metric'> {
  return {
    threshold: 1,
    description: `No run of the job “${job}” finished for ${periods * periodMinutes} minutes. Limits stay in force; nothing new is noticed or reported.`,
    exceptions: {
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      treatMissingData: TreatMissingData.BREACHING,
    },
  };
}
