import { isWithinHours, type WorkingHours } from '../controls/working-hours.ts';
import { emailKey } from '../roster/email.ts';
import type { Notification } from './notification.ts';
import type { Severity } from './severity.ts';

/** Critical notifications are sent at once, whatever the preferences. */
type WaitingSeverity = Exclude<Severity, 'critical'>;

interface ForSome {
  /** Absent: all people whom no other rule of its kind names. */
  readonly recipients?: readonly string[];
  readonly severities: readonly WaitingSeverity[];
}

export interface QuietHours extends WorkingHours, ForSome {}

export interface DigestRule extends ForSome {
  readonly timeZone: string;
  readonly days: readonly number[];
  readonly at: string;
}

export interface DeliveryRules {
  readonly quietHours: readonly QuietHours[];
  readonly digest: readonly DigestRule[];
  /** The organization's mail domains: addresses at them are printed in full. Absent: none. */
  readonly ownDomains?: readonly string[];
}

export interface NotificationSettings extends DeliveryRules {
  readonly fallback: readonly string[];
  /** Addresses that mail does not reach. */
  readonly unreachable: readonly string[];
  /** IANA name, for readers without a time zone; default UTC. */
  readonly timeZone?: string;
  readonly timeZoneMetadataKey?: string;
}

export interface Audience {
  readonly admins: readonly string[];
  readonly alerts: Omit<NotificationSettings, keyof DeliveryRules>;
  /** Where the links of mails and channels lead. */
  readonly doorUrl?: string;
  readonly consoleUrl?: string;
}

export interface DeliveryMoment {
  readonly nowMs: number;
  readonly quiet: readonly (ForSome & { readonly untilMs: number | undefined })[];
  readonly digests: readonly (ForSome & { readonly lastMs: number | undefined })[];
  readonly ownDomains: readonly string[];
}

/** Offsets of time zones are multiples of 15 minutes. */
const stepMs = 15 * 60_000;

/** Longer than from one weekly digest to the next, or a long weekend. */
const waitMsMax = 8 * 24 * 60 * 60_000;

export function deliveryMoment({ quietHours, digest, ownDomains = [] }: DeliveryRules, nowMs: number): DeliveryMoment {
  return {
    nowMs,
    quiet: quietHours.map((rule) => ({ ...rule, untilMs: quietUntilMs(rule, nowMs) })),
    digests: digest.map((rule) => ({ ...rule, lastMs: lastTimeMs(rule, nowMs) })),
    ownDomains,
  };
}

/** Splits one recipient's pending notifications. Critical ones never wait, and none longer than eight days. */
export function decideDelivery(
  pending: readonly Notification[],
  moment: DeliveryMoment,
): {
  /** To send now, as one mail. */
  readonly due: readonly Notification[];
  /** Wait only for the end of quiet hours. */
  readonly quiet: readonly Notification[];
  /** Wait for their digest. */
  readonly later: readonly Notification[];
} {
  const byWait = Map.groupBy(pending, (notification) => waitOf(notification, moment));
  return {
    due: byWait.get('none') ?? [],
    quiet: byWait.get('quiet hours') ?? [],
    later: byWait.get('digest') ?? [],
  };
}

/** Decides which notifications a run's summary contains for one recipient, and until when it waits. */
export function decideSummaryMail(
  about: Pick<Notification, 'recipient' | 'severity'>,
  { pending, moment }: { readonly pending: readonly Notification[]; readonly moment: DeliveryMoment },
): { readonly notifications: readonly Notification[]; readonly notBefore?: string } {
  const { due, quiet } = decideDelivery(pending, moment);
  const until = quietUntil(about, moment);
  if (until === undefined || due.length > 0) {
    return { notifications: due };
  }
  const ends = quiet.flatMap((notification) => quietUntil(notification, moment) ?? []);
  return { notifications: quiet, notBefore: [until, ...ends].toSorted()[0] ?? until };
}

function quietUntil(
  { recipient, severity }: Pick<Notification, 'recipient' | 'severity'>,
  { quiet }: DeliveryMoment,
): string | undefined {
  const ends = rulesFor(quiet, recipient)
    .filter((rule) => isAmong(severity, rule))
    .flatMap(({ untilMs }) => untilMs ?? []);
  return ends.length === 0 ? undefined : new Date(Math.max(...ends)).toISOString();
}

function waitOf(notification: Notification, moment: DeliveryMoment): 'none' | 'quiet hours' | 'digest' {
  const atMs = Date.parse(notification.at);
  if (notification.severity === 'critical' || moment.nowMs - atMs >= waitMsMax) {
    return 'none';
  }
  const digests = rulesFor(moment.digests, notification.recipient).filter((rule) =>
    isAmong(notification.severity, rule),
  );
  const isBehind = digests.some(({ lastMs }) => lastMs !== undefined && lastMs >= atMs);
  // A later run than this digest's has already found it.
  if (digests.length > 0 && !isBehind && atMs <= moment.nowMs) {
    return 'digest';
  }
  return quietUntil(notification, moment) === undefined ? 'none' : 'quiet hours';
}

/** Rules that name a person replace those for everyone. */
function rulesFor<Rule extends ForSome>(rules: readonly Rule[], recipient: string): readonly Rule[] {
  const key = emailKey(recipient);
  const named = rules.filter(({ recipients }) => recipients?.some((email) => emailKey(email) === key) === true);
  return named.length > 0 ? named : rules.filter(({ recipients }) => recipients === undefined);
}

function isAmong(severity: Severity, { severities }: ForSome): boolean {
  return severities.some((each) => each === severity);
}

function quietUntilMs(hours: WorkingHours, nowMs: number): number | undefined {
  if (!isWithinHours(isoOf(nowMs), hours)) {
    return undefined;
  }
  const endMs = nowMs + waitMsMax;
  let atMs = floored(nowMs) + stepMs;
  while (atMs < endMs && isWithinHours(isoOf(atMs), hours)) {
    atMs += stepMs;
  }
  return atMs;
}

function lastTimeMs({ timeZone, days, at }: DigestRule, nowMs: number): number | undefined {
  const moments = { timeZone, days, from: at, until: quarterAfter(at) };
  for (let atMs = floored(nowMs); atMs > nowMs - waitMsMax; atMs -= stepMs) {
    if (isWithinHours(isoOf(atMs), moments)) {
      return atMs;
    }
  }
  return undefined;
}

function quarterAfter(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const sum = (hour * 60 + minute + 15) % (24 * 60);
  return [Math.floor(sum / 60), sum % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function floored(atMs: number): number {
  return Math.floor(atMs / stepMs) * stepMs;
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
