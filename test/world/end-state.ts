import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import type { EnforcementWorld } from './enforcement-world.ts';

/** What a world has come to, without instants and run ids: two worlds that did the same are equal. */
export interface EndState {
  readonly ledger: readonly unknown[];
  readonly users: readonly unknown[];
  readonly limits: readonly unknown[];
  readonly platformLimits: Readonly<Record<string, number | undefined>>;
  readonly facts: readonly string[];
  readonly alerts: readonly unknown[];
  readonly notices: readonly string[];
  readonly mails: readonly string[];
}

/** What lasts: the ledger, the roster and the limits, apart from how it was told and what alerts came of it. */
export function lastingPart({ ledger, users, limits, platformLimits }: EndState) {
  return { ledger, users, limits, platformLimits };
}

export async function endStateOf(world: EnforcementWorld): Promise<EndState> {
  const { stores, platform, clock } = world;
  const range = { from: '2026-01-14', through: addDays(dayOf(clock.now()), -1) };
  const days = await stores.ledger.listDays(range);
  const limits = await stores.limits.list();
  return {
    ledger: await Promise.all(
      days.map(async ({ day, status, totalCredits, unreadableUserIds }) => ({
        day,
        status,
        totalCredits,
        unreadableUserIds,
        rows: await stores.ledger.readRows(day),
      })),
    ),
    // When a run first saw somebody come or go depends on when it ran.
    users: (await stores.users.list()).map(({ events: _events, ...user }) => user),
    limits: limits.map(({ userId, email, confirmed, unsettled, failure }) => ({
      userId,
      email,
      failure,
      confirmed: confirmed?.limitCredits,
      unsettled: unsettled.map(({ limitCredits }) => limitCredits),
    })),
    platformLimits: Object.fromEntries(
      platform.members().flatMap(({ email }) => (email === undefined ? [] : [[email, platform.limitOf(email)]])),
    ),
    facts: await factsOf(world),
    alerts: stores.alerts.allStates().map(({ asOf: _asOf, ...state }) => state),
    notices: stores.alerts.allNotifications().map(({ notification }) => notification.notificationId),
    mails: await acceptedOrUnknown(world),
  };
}

/** What the journal tells, each fact once: a run that takes up another's work may tell of it again. */
async function factsOf({ stores, clock }: EnforcementWorld): Promise<readonly string[]> {
  const entries = await stores.journal.list({ from: '2026-01-14', through: dayOf(clock.now()) }, 100_000);
  return [...new Set(entries.flatMap(factOf))].toSorted();
}

function factOf({ kind, subject, detail }: JournalEntry): readonly string[] {
  if (kind === 'run-finished' || kind === 'cap-unknown') {
    // Said of one run, not of the night.
    return [];
  }
  // Why a cap was sent again may be that its outcome had been unknown.
  return [JSON.stringify([kind, subject, kind === 'cap-changed' ? detail['to'] : detail])];
}

/**
 * The matters of which mail went out, or may have, or was told of by a later mail: one line a matter. That a run failed
 * or what it changed after the night's summary, is a matter of that run alone.
 */
async function acceptedOrUnknown({ stores, sender }: EnforcementWorld): Promise<readonly string[]> {
  const unknown = (await stores.outbox.listUnknown()).map(({ mailId }) => mailId);
  const accepted = sender.delivered().flatMap((mail) => [mail.mailId, ...mail.carries]);
  // One that is grave goes once more where nobody knows of the first.
  const ids = [...accepted, ...unknown].map((mailId) => mailId.replace(/\/again$/u, ''));
  return [...new Set(ids)].filter((mailId) => !/^failed\/|\/night-again\//.test(mailId)).toSorted();
}
