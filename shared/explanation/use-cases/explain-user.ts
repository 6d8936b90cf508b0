import { planStatus } from '../../enforcement/held-plan.ts';
import type { PlanStore } from '../../enforcement/ports.ts';
import { capChangeKinds, capChangesIn, type CapChange } from '../../journal/cap-entry.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { dayOf, addDays, type Day } from '../../kernel/time/day.ts';
import { settledLimit } from '../../limits/settled-limit.ts';
import { explain, type Explanation } from '../explanation.ts';
import { findPerson } from '../find-person.ts';
import { explanationDocument } from './explanation-document.ts';
import { readSnapshot, type SnapshotOrder, type SnapshotPorts } from './snapshots/read-snapshot.ts';

const daysMax = 62;
const entriesMax = 200_000;
/** Entries of all people on the days that are searched: a night may change everyone's limit. */
const searchedMax = 310_000;

/** The last changes of a user's limit until a day, newest first, from at most two months of the journal. */
export async function recentCapChanges(
  journal: Journal,
  userId: string,
  {
    through,
    countMax,
    people = 1,
  }: {
    readonly through: Day;
    readonly countMax: number;
    /** How many people may have changes; default: few. */
    readonly people?: number;
  },
): Promise<readonly CapChange[]> {
  const changes: CapChange[] = [];
  const days = Math.min(daysMax, Math.ceil(searchedMax / Math.max(1, people)));
  let entriesLeft = entriesMax;
  for (let back = 0; back < days && entriesLeft > 0 && changes.length < countMax; back += 1) {
    const day = addDays(through, -back);
    const entries = await journal.list({ from: day, through: day }, entriesLeft, capChangeKinds, userId);
    entriesLeft -= entries.length;
    changes.push(...capChangesIn(entries, userId).toReversed());
  }
  return changes.slice(0, countMax);
}

export interface ExplainPorts extends SnapshotPorts {
  readonly journal: Journal;
}

export interface ExplainUserPorts extends ExplainPorts {
  readonly plans: Pick<PlanStore, 'latest'>;
}

export interface ExplainOrder extends SnapshotOrder {
  /** Any case and spacing; the user id for a user without an email. */
  readonly email: string;
}

type ExplainOutcome =
  | {
      readonly kind: 'explained';
      readonly explanation: Explanation;
      readonly document: ReturnType<typeof explanationDocument>;
    }
  /** `near`: similar emails. */
  | { readonly kind: 'nobody'; readonly near: readonly string[] };

const changesMax = 5;

/** Everything the tables hold about one user's cap, without calling the platform. */
export async function explainUser(ports: ExplainUserPorts, { email, ...order }: ExplainOrder): Promise<ExplainOutcome> {
  const snapshot = await readSnapshot(ports, order);
  const found = findPerson(email, snapshot);
  if (found.kind === 'nobody') {
    return found;
  }
  const userId = found.kind === 'uncappable' ? found.uncappable.userId : found.user.userId;
  const through = dayOf(order.atMs);
  const changes = await recentCapChanges(ports.journal, userId, {
    through,
    countMax: changesMax,
    people: snapshot.people.persons.length,
  });
  const known = explain(found, snapshot, changes);
  const plan = await ports.plans.latest();
  const isHeld = plan !== undefined && planStatus(plan, order.atMs) === 'held' && isLoweredIn(known);
  const explanation = isHeld ? { ...known, heldPlan: plan.planId } : known;
  return { kind: 'explained', explanation, document: explanationDocument(explanation, order.settings.admins) };
}

/** A first limit and a lower one wait with a held plan; what only raises is sent all the same. */
function isLoweredIn({ verdict, record }: Explanation): boolean {
  return verdict.kind === 'limited' && verdict.limitCredits < (settledLimit(record) ?? Infinity);
}
