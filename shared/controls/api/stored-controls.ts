import { diffControlsWith } from '../../control-diff/diff-controls.ts';
import type { Identities } from '../../kernel/access/same-person.ts';
import type { OperationWork, Operations } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { redactAgain } from '../../redaction/redact-settings.ts';
import type { Installation } from '../../wiring/installation.ts';
import { revisionsAsServed } from '../../wiring/redacted-again.ts';
import type { controlsContract } from '../contract/controls-contract.ts';
import type { JsonObject } from '../json.ts';
import type { TimelineFilter } from '../timeline-filter.ts';
import type { DecisionPorts } from '../use-cases/decide-on-controls.ts';
import type { EvaluatedRevision } from '../use-cases/evaluated-revisions.ts';
import { keptContents, keptDiff } from '../use-cases/kept-contents.ts';
import { findRevision, openRevisions, type RevisionRules, type StoredRevisions } from '../use-cases/read-revisions.ts';
import { readTimeline } from '../use-cases/read-timeline.ts';

/** How changes are judged: the settings of the installation weigh what is shown. */
export function revisionRules(installation: Installation): RevisionRules {
  const policy = installation.readSettings().controls;
  return { diff: keptDiff(diffControlsWith(policy), policy), policy };
}

/** The installation, its revisions redacted by one set of rules as far as the platform still serves them. */
export function asServed(installation: Installation): Installation {
  return { ...installation, revisions: revisionsAsServed(keptContents(installation.revisions)) };
}

/** Who is behind a principal, as the settings say; nobody where they cannot be read. */
export function identitiesOf(installation: Installation): Identities {
  return installation.readSettings().fourEyes.identities ?? {};
}

/** What operations about the stored controls work on. */
export async function revisionsOf(installation: Installation): Promise<StoredRevisions> {
  return openRevisions(installation, revisionRules(installation));
}

/** One stored revision with what it changed. Raises Problem when it is not stored. */
export async function storedRevision(stored: StoredRevisions, revision: number): Promise<EvaluatedRevision> {
  const found = await findRevision(stored, revision);
  if (found === undefined) {
    throw notStored(revision);
  }
  return found;
}

export function notStored(revision: number): Problem {
  return new Problem(
    'not-found',
    `Revision ${revision} is not stored; see "npx curfew controls list", or read the history now with "npx curfew run controls"`,
  );
}

export function decisionPorts({ installation, ids }: OperationWork): DecisionPorts {
  const { decisions, evidence, journal } = installation;
  return { decisions, evidence, journal, ids, clock: systemClock };
}

/** Settings from a caller, with marks for secrets: the API has no key to make marks, so a secret raises Problem. */
export function givenSettings(settings: Readonly<Record<string, unknown>>): JsonObject {
  // They come from JSON, which holds nothing that is not JSON.
  return redactAgain(settings as JsonObject, () => {
    throw new Problem(
      'refused',
      'The settings hold a secret, which cannot be told apart from those that are known here; give the number of a stored revision, or take the secrets out',
    );
  });
}

/** Days in UTC, both included, by when a change was made. */
export function periodOf({
  from = '0000-01-01',
  to = '9999-12-31',
}: {
  from?: string | undefined;
  to?: string | undefined;
}): DayRange {
  if (to < from) {
    throw new Problem('invalid-input', `--to ${to} is before --from ${from}; give days in their order`);
  }
  return { from, through: to };
}

const rowsUsual = 50;
const rowsMax = 200;

/** The timeline of the controls: it is read from its end, and only as far as a page needs. */
export const listedTimeline: Operations<typeof controlsContract>['listTimeline'] = async (
  { installation, nowMs },
  { cursor, limit = rowsUsual, from, to, ...wanted },
) => {
  const before = cursor === undefined ? undefined : placeIn(cursor);
  const { found, next } = await readTimeline(asServed(installation), revisionRules(installation), {
    filter: wanted satisfies TimelineFilter,
    period: periodOf({ from, to }),
    before,
    countMax: Math.min(limit, rowsMax),
    atMs: nowMs,
  });
  return { document: { rows: found, next: next === undefined ? null : `${next.series}-${next.revision}` } };
};

function placeIn(cursor: string): { readonly series: number; readonly revision: number } {
  const [, series, revision] = /^(\d{1,9})-(\d{1,15})$/u.exec(cursor) ?? [];
  if (series === undefined || revision === undefined) {
    const problem = 'is none that was given out; begin with the first page';
    throw new Problem('invalid-input', `cursor ${problem}`, { fields: [{ field: 'cursor', problem }] });
  }
  return { series: Number(series), revision: Number(revision) };
}
