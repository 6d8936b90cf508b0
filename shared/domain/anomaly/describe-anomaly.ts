import { describeRise, type Rise } from '../forecast/rise.ts';
import { grouped } from '../texts/grouped.ts';
import type { Anomaly } from './anomaly.ts';

/** Says what was unusual about a day, against what, and where known whose doing it was. */
export function describeAnomaly(who: string, anomaly: Anomaly, rise?: Rise): string {
  const { day, usedCredits, usualCredits } = anomaly;
  const times = usualCredits === 0 ? '' : `, ${timesOf(usedCredits / usualCredits)} the usual ${grouped(usualCredits)}`;
  const cause = rise === undefined ? undefined : describeRise(rise);
  return `${who} used ${grouped(usedCredits)} credits on ${day}${times} (${basisOf(anomaly)})${
    cause === undefined ? '' : `; ${cause}`
  }`;
}

function basisOf({ comparedWith, sampleSize }: Anomaly): string {
  switch (comparedWith) {
    case 'own-days':
      return `the median of ${sampleSize} days with use in the four weeks before, for that weekday`;
    case 'organization':
      return `the usual day of ${sampleSize} people here, as there is hardly any history of their own`;
  }
}

function timesOf(factor: number): string {
  return `${factor >= 10 ? Math.round(factor) : factor.toFixed(1)} times`;
}
