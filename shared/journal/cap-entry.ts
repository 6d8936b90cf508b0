import { formatScope, parseScope, type Scope } from '../budgets/scope.ts';
import { type WindowKind, windowKinds } from '../budgets/window.ts';
import type { SetCap } from '../caps/cap.ts';
import { canonicalJson } from '../controls/json.ts';
import type { RunIdentity } from '../kernel/runs/run.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { RowOutcome } from '../limits/limit-record.ts';
import type { JournalEntry, JournalKind, JournalValue } from './journal-entry.ts';

const entryKinds = { done: 'cap-changed', failed: 'cap-failed', unknown: 'cap-unknown' } as const;

export function capEntry(run: RunIdentity, change: SetCap, outcome: RowOutcome): JournalEntry {
  const { binding } = change;
  return {
    // The id contains the limit, because a resumed run may report another one.
    id: `${run.runId}/cap/${change.userId}/${outcome.kind}/${change.limitCredits}`,
    at: run.at,
    kind: outcome.kind === 'done' && change.reason === 'renewed' ? 'cap-renewed' : entryKinds[outcome.kind],
    actor: 'curfew',
    runId: run.runId,
    subject: change.userId,
    detail: {
      email: change.email,
      from: change.fromCredits ?? null,
      to: change.limitCredits,
      reason: change.reason,
      ...(binding === undefined ? {} : { binding: { ...binding, scope: formatScope(binding.scope) } }),
      ...(change.floorCredits === undefined ? {} : { raisedToFloor: change.floorCredits }),
      ...(outcome.kind === 'done' ? {} : { problem: outcome.problem }),
    },
  };
}

export interface RecordedChange {
  readonly userId: string;
  readonly email: string;
  readonly fromCredits: number | undefined;
  readonly limitCredits: number;
  readonly binding?: {
    readonly scope: Scope;
    readonly window: WindowKind;
    readonly headroomCredits: number;
    readonly usedCredits?: number;
  };
}

export function changesByUser(all: readonly RecordedChange[]): readonly RecordedChange[] {
  const changes = new Map<string, RecordedChange>();
  for (const change of all) {
    const earlier = changes.get(change.userId);
    changes.set(change.userId, earlier === undefined ? change : { ...change, fromCredits: earlier.fromCredits });
  }
  return [...changes.values()];
}

/** Returns the changed limit of an entry; undefined for an entry of another kind. */
export function changeIn({ kind, subject = '', detail }: JournalEntry): RecordedChange | undefined {
  if (kind !== 'cap-changed') {
    return undefined;
  }
  const binding = readBinding(detail['binding']);
  return {
    userId: subject,
    email: typeof detail['email'] === 'string' ? detail['email'] : subject,
    fromCredits: typeof detail['from'] === 'number' ? detail['from'] : undefined,
    limitCredits: typeof detail['to'] === 'number' ? detail['to'] : 0,
    ...(binding === undefined ? {} : { binding }),
  };
}

function readBinding(value: JournalValue | undefined): RecordedChange['binding'] {
  if (typeof value !== 'object' || value === null || !('scope' in value)) {
    return undefined;
  }
  const { scope: scopeText, window: windowText, headroomCredits, usedCredits } = value;
  const scope = typeof scopeText === 'string' ? parseScope(scopeText) : undefined;
  const window = windowKinds.find((kind) => kind === windowText);
  return scope === undefined || window === undefined || typeof headroomCredits !== 'number'
    ? undefined
    : { scope, window, headroomCredits, ...(typeof usedCredits === 'number' && { usedCredits }) };
}

export interface CapChange {
  readonly at: string;
  readonly runId: string | undefined;
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly fromCredits?: number;
  readonly toCredits: number;
  readonly reason: string;
  /** The budget that decided, such as `default month`; absent when the limit was lifted. */
  readonly budget?: string;
}

const outcomes: ReadonlyMap<JournalKind, CapChange['outcome']> = new Map<JournalKind, CapChange['outcome']>([
  ['cap-changed', 'done'],
  ['cap-failed', 'failed'],
  ['cap-unknown', 'unknown'],
]);

export const capChangeKinds: readonly JournalKind[] = [...outcomes.keys()];

/** Returns the changes of one user's limit, in the order of the entries. */
export function capChangesIn(entries: readonly JournalEntry[], userId: string): readonly CapChange[] {
  return entries.flatMap((entry) => {
    const outcome = entry.subject === userId ? outcomes.get(entry.kind) : undefined;
    const { from, to, reason, binding } = entry.detail;
    if (outcome === undefined || typeof to !== 'number') {
      return [];
    }
    const budget = budgetIn(binding);
    return [
      {
        at: entry.at,
        runId: entry.runId,
        outcome,
        ...(typeof from === 'number' && { fromCredits: from }),
        toCredits: to,
        reason: from === to ? 'renewed' : typeof reason === 'string' ? reason : 'none given',
        budget,
      },
    ];
  });
}

function budgetIn(binding: JournalValue | undefined): string | undefined {
  if (typeof binding !== 'object' || binding === null || !('scope' in binding)) {
    return undefined;
  }
  const { scope, window } = binding;
  return typeof scope === 'string' && typeof window === 'string' ? `${scope} ${window}` : undefined;
}

/** Returns the replacement for an entry whose id is taken. Undefined for a run's: its first entry stays. */
export function refusedEntry(entry: JournalEntry): JournalEntry | undefined {
  const { id, kind, detail, runId } = entry;
  if (runId !== undefined) {
    return undefined;
  }
  const digest = sha256(canonicalJson({ kind, actor: entry.actor, detail })).slice(0, 12);
  return { ...entry, id: `${id}/refused/${digest}`, kind: 'entry-refused', subject: id, detail: { kind, detail } };
}

/** Whether two entries are equal, regardless of the order of their fields. */
export function isSameEntry(one: JournalEntry, other: JournalEntry): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}
