import { afterTheDay, asItGoes, type Freshness } from './freshness.ts';

/** Who looks after the same people on the same days. */
export const contestantNames = ['ours', 'floor', 'monitor', 'tracker'] as const;
export type Contestant = (typeof contestantNames)[number];

export const labelOf: Readonly<Record<Contestant, string>> = {
  ours: 'ours',
  floor: 'ours: its calls alone',
  monitor: 'quota monitor of AWS’s guidance',
  tracker: 'hourly tracker',
};

/** What becomes of what they find. */
export const endsIn: Readonly<Record<Contestant, string>> = {
  ours: 'limits on the platform, alerts, mails',
  floor: 'nothing',
  monitor: 'alerts to admins; no limit on the platform',
  tracker: 'alerts to admins; no limit on the platform',
};

/**
 * How old credits are when they are known. Ours reads a day two and a half hours after its end; the tracker, hourly, as
 * soon as it is there; the monitor a quarter of an hour after they were consumed, by telemetry of every machine, which
 * this platform does not offer and which it is granted here.
 */
export const freshnessOf: Readonly<Record<Contestant, Freshness>> = {
  ours: afterTheDay(2.5),
  floor: afterTheDay(2.5),
  monitor: asItGoes(0.25),
  tracker: afterTheDay(1),
};
