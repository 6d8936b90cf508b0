import { grouped } from '../kernel/texts/amounts.ts';
import { compareSeverity, isAtLeast, type Severity } from './severity.ts';
import { alertGroups, kindTerms, type AlertKind } from './topics.ts';

interface Ordered {
  readonly severity: Severity;
  readonly kind: AlertKind;
}

/**
 * The one order of alerts, for status, Home, lists and mails: the most severe first, and of one severity what harms
 * people's work first: stopped people before a computer.
 */
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
export function asksForSomething({ severity }: Pick<Ordered, 'severity'>): boolean {
  return isAtLeast(severity, 'medium');
}
