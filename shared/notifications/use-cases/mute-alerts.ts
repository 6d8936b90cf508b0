import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Clock, Ids, Journal, LeaseStore } from '../../kernel/runs/ports.ts';
import { underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import { problemOfReason, type AcknowledgeRefusal } from '../conditions/acknowledge.ts';
import { kindOfState, subjectOfState } from '../conditions/condition-state.ts';
import { isMutable, mutedState, muteDaysMax, mutesInForce, mutesMax, unmutedState, type Mute } from '../mute.ts';
import type { AlertStore } from '../ports.ts';
import { leaseOfKind } from '../topics.ts';

interface MutePorts {
  readonly alerts: AlertStore;
  readonly journal: Journal;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** `alerts`: how many open ones it silenced, or opened again. `busy`: a run is active and would overwrite the change. */
export type MuteOutcome =
  | { readonly kind: 'done'; readonly mute: Mute; readonly alerts: number }
  | { readonly kind: 'refused'; readonly reason: AcknowledgeRefusal | 'too-many' }
  | { readonly kind: 'too-far'; readonly today: Day; readonly until: Day }
  | { readonly kind: 'muted-already'; readonly mute: Mute }
  | { readonly kind: 'no-such-subject'; readonly subject: string; readonly known: readonly string[] }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'busy'; readonly untilMs: number };

const leaseMs = 60_000;

/**
 * Silences alerts of a kind through a day: the open ones at once, new ones as they are raised. A subject is one of a
 * known alert, or one that is `named` elsewhere: a person, a budget.
 */
export async function muteAlerts(
  ports: MutePorts,
  order: Omit<Mute, 'muteId'>,
  named: readonly string[] = [],
): Promise<MuteOutcome> {
  const today = order.at.slice(0, 10);
  const problem = problemOfReason(order.reason);
  if (problem !== undefined) {
    return { kind: 'refused', reason: problem };
  }
  if (!isMutable(order.kind)) {
    return { kind: 'refused', reason: 'needs-security' };
  }
  if (order.until < today) {
    return { kind: 'refused', reason: 'until-has-passed' };
  }
  if (order.until > addDays(today, muteDaysMax)) {
    return { kind: 'too-far', today, until: order.until };
  }
  const inForce = mutesInForce(await ports.alerts.listMutes(), today);
  if (inForce.length >= mutesMax) {
    return { kind: 'refused', reason: 'too-many' };
  }
  const same = inForce.find((each) => each.kind === order.kind && covers(each, order));
  if (same !== undefined) {
    return { kind: 'muted-already', mute: same };
  }
  const { subject } = order;
  if (subject !== undefined && !named.includes(subject)) {
    const states = await ports.alerts.read(leaseOfKind(order.kind), []);
    const known = states.filter((state) => kindOfState(state) === order.kind).map(subjectOfState);
    if (!known.includes(subject)) {
      return { kind: 'no-such-subject', subject, known: [...new Set([...known, ...named])] };
    }
  }
  const mute: Mute = { ...order, reason: order.reason.trim(), muteId: ports.ids.next() };
  return changed(ports, mute, async () => {
    await ports.journal.append([entryOf('alerts-muted', mute, mute)]);
    await ports.alerts.putMute(mute);
    return (state) => mutedState(state, [mute], today);
  });
}

/** Ends a mute before its day: what it silenced is open again. */
export async function unmuteAlerts(
  ports: MutePorts,
  muteId: string,
  author: { readonly by: string; readonly at: string },
): Promise<MuteOutcome> {
  const mute = mutesInForce(await ports.alerts.listMutes(), author.at.slice(0, 10)).find(
    (each) => each.muteId === muteId,
  );
  if (mute === undefined) {
    return { kind: 'not-there' };
  }
  return changed(ports, mute, async () => {
    await ports.journal.append([entryOf('alerts-unmuted', mute, author)]);
    await ports.alerts.endMute(muteId);
    return (state) => unmutedState(state, muteId);
  });
}

/** Whether a mute silences all that another would, and as long; of the same alerts there is one mute. */
function covers(mute: Mute, { subject, until }: { readonly subject?: string; readonly until: Day }): boolean {
  return mute.subject === subject || (mute.subject === undefined && mute.until >= until);
}

type Change = Parameters<typeof mutedState>[0];

/** Under the lease of the runs that write the states: one that read them before would store them as they were. */
async function changed(
  ports: MutePorts,
  mute: Mute,
  record: () => Promise<(state: Change) => Change | undefined>,
): Promise<MuteOutcome> {
  const name = leaseOfKind(mute.kind);
  const done = await underLease(ports, { name, durationMs: leaseMs }, async () => {
    // The author is recorded before anything falls silent.
    const change = await record();
    const states = (await ports.alerts.read(name, [])).flatMap((state) => change(state) ?? []);
    if (states.length > 0) {
      await ports.alerts.put(states);
    }
    return states.length;
  });
  return done.kind === 'busy' ? done : { kind: 'done', mute, alerts: done.value };
}

function entryOf(
  kind: 'alerts-muted' | 'alerts-unmuted',
  { muteId, kind: alerts, subject, reason, until }: Mute,
  { by, at }: { readonly by: string; readonly at: string },
): JournalEntry {
  const detail = { alerts, subject: subject ?? null, reason, until };
  return { id: `${muteId}/${kind}`, at, kind, actor: by, subject: muteId, detail };
}
