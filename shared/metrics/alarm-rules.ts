import { prometheusName, type Metric } from './metric.ts';

/** Alarms to start with, as a file of rules of Prometheus. */
export function alarmRules(metrics: readonly Metric[]) {
  const rules = metrics.flatMap(({ alarm, ...metric }) =>
    alarm === undefined
      ? []
      : [
          {
            alert: alarm.name,
            expr: alarm.expression.replaceAll('NAME', prometheusName(metric)),
            for: alarm.for,
            labels: { severity: alarm.severity },
            annotations: { summary: alarm.summary },
          },
        ],
  );
  return { groups: [{ name: 'curfew', rules }] };
}
