import type { Day } from '../kernel/time/day.ts';

/** What the metrics are read from: a status, the budgets as they stand and, where asked for, the limits of people. */
export interface MetricFacts {
  readonly dataThrough: Day | null;
  readonly budgets: readonly BudgetFigures[];
  readonly pools: readonly {
    readonly scope: string;
    readonly window: string;
    readonly worstCase: number | null;
    readonly promised: string;
  }[];
  readonly people: readonly {
    readonly email: string;
    readonly limit: number | null;
    readonly used: number | null;
    readonly headroom: number | null;
  }[];
  readonly stopped: readonly unknown[];
  readonly roster: { readonly people: number };
  readonly lastRuns: readonly {
    readonly job: string;
    readonly startedAt: string;
    readonly status: string | null;
    readonly cutOff: boolean;
  }[];
  readonly late: readonly { readonly job: string }[];
  readonly held: readonly unknown[];
  readonly alerts: readonly { readonly severity: string }[];
  readonly undelivered: readonly unknown[];
}

interface BudgetFigures {
  readonly scope: string;
  readonly window: string;
  readonly amount: number | 'unlimited';
  readonly topUps: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly forecast: { readonly mean: number } | null;
  readonly windowThrough: Day | null;
}

/** A value with its labels, in the order of the metric's. */
type Point = readonly [value: number, ...labels: readonly string[]];

/** A gauge: its name as OpenTelemetry has it, of which Prometheus makes `curfew_budget_used_credits`. */
export interface Metric {
  /** Ends in its unit, so that it is one name wherever it arrives. */
  readonly name: string;
  /** As UCUM has it; what stands in braces is a count of that. */
  readonly unit: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** What a dashboard calls it; a metric without is on none. */
  readonly title?: string;
  /** What a dashboard shows in the place of the value; NAME is the metric. */
  readonly shown?: { readonly expression: string; readonly unit: string };
  /** An alarm to start with, as a rule of Prometheus. */
  readonly alarm?: {
    readonly name: string;
    /** When it is raised; NAME is the metric. */
    readonly expression: string;
    readonly for: string;
    readonly severity: 'critical' | 'warning';
    readonly summary: string;
  };
  readonly read: (facts: MetricFacts) => readonly Point[];
}

export function prometheusName({ name }: { readonly name: string }): string {
  return name.replaceAll('.', '_');
}

export interface MetricReading extends Pick<Metric, 'name' | 'unit' | 'help'> {
  readonly points: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}
