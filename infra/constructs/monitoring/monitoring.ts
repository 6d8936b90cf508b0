import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

import type { Silence } from '../../silence.ts';

/**
 * Every construct that can fail requires it: to have no alarms, a reason must be given. `shared`: what befalls a single
 * function raises an alarm that all of them share (`SharedAlarms`).
 */
export type Monitoring =
  | { readonly kind: 'alarms' | 'shared'; readonly topic: ITopic }
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

/** The same for what a shared alarm tells, too: without one of its own where alarms are shared. */
export function addOwnAlarm(
  scope: Construct,
  id: string,
  terms: AlarmTerms & { readonly monitoring: Monitoring },
): void {
  if (terms.monitoring.kind !== 'shared') {
    addAlarm(scope, id, terms);
  }
}

/** That a run waits for late figures or for another run is normal for an hour or three. */
const heldHours = 6;

/** Curfew mails about held runs; this is for the day on which its mails do not arrive. The metric counts by the hour. */
export function heldFor(what: string): Omit<AlarmTerms, 'metric'> {
  return {
    threshold: 1,
    description: `${what} have been held in each of the last ${heldHours} hours: a guard waits for an approval, or for better figures.`,
    exceptions: { evaluationPeriods: heldHours, datapointsToAlarm: heldHours },
  };
}

/** The dead-man's switch: silence is the alarm. The metric counts runs of one job. */
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
