import { counted, grouped } from '../kernel/texts/amounts.ts';
import { compareSeverity, isAtLeast, severities, type Severity } from './severity.ts';
import { alertGroups, kindTerms, type AlertKind } from './topics.ts';

interface Ordered {
  readonly severity: Severity;
  readonly kind: AlertKind;
}

/** The one order of alerts: the most severe first, then what harms people's work: stopped people before a computer. */
export function compareAlerts(a: Ordered, b: Ordered): number {
  return compareSeverity(a.severity, b.severity) || rankOf(a.kind) - rankOf(b.kind);
}

function rankOf(kind: AlertKind): number {
  return alertGroups.indexOf(kindTerms(kind).group);
}

/** Alerts of one kind and severity: more than so many are one row with a list. */
const ownRowsMax = 3;

export interface AlertRow<Alert> {
  /** At least one, in their order. */
  readonly alerts: readonly [Alert, ...Alert[]];
  readonly headline: string;
}

/** Merges many alerts of one kind and severity into one row, at the place of the first of them. Keeps the order. */
export function alertRows<Alert extends Ordered & { readonly headline: string }>(
  alerts: readonly Alert[],
): readonly AlertRow<Alert>[] {
  const alike = Map.groupBy(alerts, ({ kind, severity }) => `${kind}/${severity}`);
  return [...alike.values()].flatMap((same) =>
    same.length > ownRowsMax
      ? mergedRow(same)
      : same.map((alert) => ({ alerts: [alert] as const, headline: alert.headline })),
  );
}

function mergedRow<Alert extends Ordered>([first, ...others]: readonly Alert[]): readonly AlertRow<Alert>[] {
  return first === undefined
    ? []
    : [{ alerts: [first, ...others], headline: `${kindTerms(first.kind).title}: ${grouped(others.length + 1)}` }];
}

/** Whether an alert asks people for something; low and info are for information. */
export function asksForSomething({ severity }: { readonly severity: Severity }): boolean {
  return isAtLeast(severity, 'medium');
}

/** How many alerts there are of each severity. Alerts are counted, not the rows in which many are one. */
export type AlertCounts = Readonly<Partial<Record<Severity, number>>>;

export function countAlerts(alerts: readonly { readonly severity: Severity }[]): AlertCounts {
  return Object.fromEntries(
    [...Map.groupBy(alerts, ({ severity }) => severity)].map(([severity, own]) => [severity, own.length]),
  );
}

/** How many of them need action. */
export function countAsking(counts: AlertCounts): number {
  return sumOf(
    counts,
    severities.filter((severity) => asksForSomething({ severity })),
  );
}

/** The one count of alerts, wherever shown: `58 alerts: 36 need action (4 high, 32 medium), 22 for information`. */
export function describeAlertCount(counts: AlertCounts, what = 'alert'): string {
  const asking = countAsking(counts);
  const quiet = sumOf(counts, severities) - asking;
  const parts = severities.flatMap((severity) =>
    asksForSomething({ severity }) && (counts[severity] ?? 0) > 0
      ? [`${grouped(counts[severity] ?? 0)} ${severity}`]
      : [],
  );
  const needs = `${grouped(asking)} ${asking === 1 ? 'needs' : 'need'} action`;
  return [
    `${counted(asking + quiet, what)}: ${asking === 0 ? 'none needs action' : `${needs} (${parts.join(', ')})`}`,
    ...(quiet === 0 ? [] : [`${grouped(quiet)} for information`]),
  ].join(', ');
}

function sumOf(counts: AlertCounts, of: readonly Severity[]): number {
  return of.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);
}
