import type { Day } from '../time/day.ts';
import type { MatterEvent, Verdict } from './alert-event.ts';
import type { MatterState } from './alert-state.ts';
import { type Matter, matterAlertId } from './matter.ts';
import { shortKey } from './short-key.ts';

interface EnforcementRun {
  readonly at: string;
  readonly today: Day;
}

/** How many forms of one matter are remembered as told. */
const toldMax = 20;

/**
 * Takes up a matter that a run has seen. It is told when it comes up, when it comes back after it was gone, and when
 * it takes a form that was not told yet. An acknowledged matter is told again when it changes at all.
 */
export function watchMatter(
  state: MatterState | undefined,
  matter: Matter,
  night: EnforcementRun,
): Verdict<MatterState> {
  if (state === undefined || state.phase === 'resolved') {
    return raised(matter, night, (state?.occurrence ?? 0) + 1);
  }
  const { absent, ...present } = state;
  if (!state.toldFingerprints.includes(matter.fingerprint)) {
    return changed(present, matter, night);
  }
  const isSame = absent === undefined && state.matter.fingerprint === matter.fingerprint;
  return isSame ? { events: [] } : { state: { ...present, asOf: night.at, matter }, events: [] };
}

/** Notes that a run looked for a matter and did not see it. */
export function missMatter(state: MatterState, night: EnforcementRun): Verdict<MatterState> {
  if (state.phase === 'resolved' || state.absent?.night === night.today) {
    return { events: [] };
  }
  const nights = (state.absent?.nights ?? 0) + 1;
  if (nights < state.matter.goneAfterNights) {
    return { state: { ...state, asOf: night.at, absent: { nights, night: night.today } }, events: [] };
  }
  const { absent: _, acknowledged: __, ...rest } = state;
  const isNews = state.matter.goneHeadline !== undefined;
  return {
    state: { ...rest, asOf: night.at, phase: 'resolved' },
    events: isNews ? [eventOf('matter-resolved', state.matter, `${state.occurrence}`)] : [],
  };
}

function raised(matter: Matter, night: EnforcementRun, occurrence: number): Verdict<MatterState> {
  const state: MatterState = {
    kind: 'matter',
    alertId: matterAlertId(matter),
    asOf: night.at,
    phase: 'in-alarm',
    matter,
    occurrence,
    toldFingerprints: [matter.fingerprint],
    changes: 0,
  };
  return { state, events: [eventOf('matter-raised', matter, `${occurrence}`)] };
}

function changed(state: MatterState, matter: Matter, night: EnforcementRun): Verdict<MatterState> {
  const { acknowledged: _, ...rest } = state;
  const changes = state.changes + 1;
  const toldFingerprints = [...state.toldFingerprints, matter.fingerprint].slice(-toldMax);
  return {
    state: { ...rest, asOf: night.at, matter, toldFingerprints, changes },
    events: [eventOf('matter-changed', matter, `${state.occurrence}.${changes}`)],
  };
}

function eventOf(kind: MatterEvent['kind'], matter: Matter, time: string): MatterEvent {
  const alertId = matterAlertId(matter);
  // The form is part of the id: what a stopped run has told of one form must not pass for another.
  return { kind, eventId: `${alertId}/${kind}/${time}/${shortKey(matter.fingerprint)}`, alertId, matter };
}
