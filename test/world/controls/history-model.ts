import type { JsonObject } from '../../../shared/controls/json.ts';
import type { ControlsHistory, HistoryPage } from '../../../shared/controls/ports.ts';
import type { Revision } from '../../../shared/controls/revision.ts';
import { PlatformUnavailableError } from '../../../shared/kernel/runs/ports.ts';

export type Order = 'newest-first' | 'oldest-first' | 'shuffled';

/** The platform's history of the controls, and what can be done to it. */
export interface HistoryModel extends ControlsHistory {
  /** Adds the next revision. */
  change(settings: JsonObject, by?: Partial<Revision>): Revision;
  /** Serves other settings under a number than before. */
  rewrite(revision: number, settings: JsonObject): void;
  /** What is served, ascending, to be changed by hand. */
  revisions: Revision[];
  order: Order;
  pageSize: number;
  /** Numbers whose rows cannot be read. */
  readonly unreadable: Set<number>;
  /** Numbers that the next reading leaves out, once. */
  readonly lost: Set<number>;
  isDown: boolean;
  /** Happens after each page is given, with its number within the reading. */
  afterPage: (page: number) => void;
  pagesRead: number;
}

export function historyModel(startMs: number): HistoryModel {
  const model: HistoryModel = {
    revisions: [],
    order: 'newest-first',
    pageSize: 3,
    unreadable: new Set(),
    lost: new Set(),
    isDown: false,
    afterPage: () => {},
    pagesRead: 0,
    change(settings, by = {}) {
      const revision = (model.revisions.at(-1)?.revision ?? 0) + 1;
      const updatedAt = new Date(startMs + revision * 60_000).toISOString();
      const actor = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };
      const made = { revision, settings, problems: [], actor, updatedAt, ...by };
      model.revisions.push(made);
      return made;
    },
    rewrite(revision, settings) {
      model.revisions = model.revisions.map((each) => (each.revision === revision ? { ...each, settings } : each));
    },
    marks: () => marksOf(model),
    async *pages() {
      if (model.isDown) {
        throw new PlatformUnavailableError('GET history answered 503');
      }
      const served = new Set<Revision>();
      const lost = new Set(model.lost);
      model.lost.clear();
      for (let page = 1; page <= 10_000; page += 1) {
        // As with a cursor: what was added meanwhile stands where the order puts it.
        const left = ordered(model).filter((each) => !served.has(each) && !isPassed(model, each, served));
        if (left.length === 0 && page > 1) {
          return;
        }
        const rows = left.slice(0, model.pageSize);
        rows.forEach((row) => served.add(row));
        model.pagesRead += 1;
        yield pageOf(model, rows, lost);
        model.afterPage(page);
        if (left.length <= model.pageSize && ordered(model).every((each) => served.has(each))) {
          return;
        }
      }
    },
  };
  return model;
}

async function* marksOf(model: HistoryModel): AsyncGenerator<string> {
  for await (const { mark } of model.pages()) {
    yield mark ?? '';
  }
}

/** A newer row than the first one of a newest-first reading came too late for it. */
function isPassed({ order }: HistoryModel, row: Revision, served: ReadonlySet<Revision>): boolean {
  const [first] = served;
  return order === 'newest-first' && first !== undefined && row.revision > first.revision;
}

function ordered({ revisions, order }: HistoryModel): readonly Revision[] {
  switch (order) {
    case 'oldest-first':
      return revisions;
    case 'newest-first':
      return revisions.toReversed();
    case 'shuffled':
      return revisions.toSorted((a, b) => ((a.revision * 7_919) % 101) - ((b.revision * 7_919) % 101));
  }
}

function pageOf({ unreadable }: HistoryModel, rows: readonly Revision[], lost: ReadonlySet<number>): HistoryPage {
  const there = rows.filter(({ revision }) => !lost.has(revision));
  return {
    mark: JSON.stringify([there, [...unreadable]]),
    revisions: there.filter(({ revision }) => !unreadable.has(revision)),
    unreadable: there
      .filter(({ revision }) => unreadable.has(revision))
      .map(({ revision }) => ({ revision, problem: 'settings: is not an object' })),
  };
}
