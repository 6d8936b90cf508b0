import { App } from 'aws-cdk-lib';
import { CfnAlarm, CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnKey } from 'aws-cdk-lib/aws-kms';
import { CfnMetricFilter } from 'aws-cdk-lib/aws-logs';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';

import { curfew as example } from '../../curfew.config.example.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { mailMetrics, runMetrics, runStatuses } from '../../shared/kernel/runs/contract/run-metrics.ts';
import { buildStacks } from '../build-stacks.ts';
import { type Organization, readConfig } from '../config.ts';
import { runsPerDay } from '../silence.ts';

export type Metrics = Organization['metrics'];

export function deployedParts(
  jobs: readonly JobDeclaration[],
  metrics: Metrics,
): {
  readonly alarms: number;
  readonly dashboards: number;
  readonly keys: number;
  readonly secrets: number;
  /** Log metrics, billed only in bad hours. */
  readonly metricsOfLogs: number;
} {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const organizations = example.organizations.map((organization) => ({ ...organization, metrics }));
  buildStacks(app, readConfig({ ...example, organizations }), jobs);
  const parts = app.node.findAll();
  const filters = parts.filter((part) => part instanceof CfnMetricFilter);
  const names = filters.flatMap(({ metricTransformations: made }) =>
    (Array.isArray(made) ? made : []).flatMap((each: unknown) => metricNameIn(each)),
  );
  return {
    alarms: parts.filter((part) => part instanceof CfnAlarm).length,
    dashboards: parts.filter((part) => part instanceof CfnDashboard).length,
    keys: parts.filter((part) => part instanceof CfnKey).length,
    secrets: parts.filter((part) => part instanceof CfnSecret).length,
    metricsOfLogs: new Set(names).size,
  };
}

function metricNameIn(transformation: unknown): readonly string[] {
  const named = typeof transformation === 'object' && transformation !== null ? transformation : {};
  return 'metricName' in named && typeof named.metricName === 'string' ? [named.metricName] : [];
}

/** Monthly-billed metric months of a job's own metrics: one hour a day for a daily job. */
export function metricMonthsOf({ schedules = [], mailEvents }: JobDeclaration): number {
  // Billed without values too. The job that counts recipients has one run status.
  const names = mailEvents
    ? Object.keys(mailMetrics).length + 2
    : Object.keys(runMetrics).length - 1 + runStatuses.length;
  return (names * Math.min(24, schedules.length === 0 ? 24 : runsPerDay(schedules))) / 24;
}
