import { authorOf, type Operations, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { acknowledgementRefused, notAcknowledged } from '../../kernel/api/refusals.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { problemOfReason } from '../../notifications/conditions/acknowledge.ts';
import { acknowledgeAlert } from '../../notifications/use-cases/acknowledge.ts';
import type { Installation } from '../../wiring/installation.ts';
import type { controlsContract } from '../contract/controls-contract.ts';
import { alarmConditionId } from '../history/observe-alarms.ts';
import { latestVersion, subjectOfRevision } from '../history/revision-entry.ts';
import { initialState } from '../history/watch-state.ts';
import { acknowledgeRevisions, type AcknowledgedRevision } from '../use-cases/decide-on-controls.ts';
import { revisionRangeIn } from './controls-input.ts';
import { identitiesOf } from './stored-controls.ts';

/** Says of revisions, or of an alarm of their history, why they are as they should be. */
export const acknowledgedControls: Operations<typeof controlsContract>['acknowledgeControls'] = async (
  work,
  { body: { what, reason: given } },
) => {
  const problem = problemOfReason(given);
  if (problem !== undefined) {
    throw acknowledgementRefused(problem);
  }
  const reason = given.trim();
  const { name: by, at } = authorOf(work);
  const revisions = await revisionsIn(work.installation, what);
  const acknowledged =
    revisions === undefined
      ? await acknowledgeAlarm(work, what, { by, at, reason })
      : await acknowledgeAll(work, revisions, reason);
  return { document: { acknowledged } };
};

async function acknowledgeAll(work: OperationWork, revisions: readonly AcknowledgedRevision[], reason: string) {
  const { installation, ids } = work;
  const ports = { ...installation, clock: systemClock, ids };
  const order = { revisions, reason, identities: identitiesOf(installation) };
  const outcome = await acknowledgeRevisions(ports, order, authorOf(work));
  if (outcome.kind !== 'acknowledged') {
    throw notAcknowledged(outcome);
  }
  return outcome.acknowledgements;
}

/** Stored revisions, each with who made it; undefined for what is no number of any. */
async function revisionsIn(
  { revisions, watchState }: Installation,
  what: string,
): Promise<readonly AcknowledgedRevision[] | undefined> {
  const range = revisionRangeIn(what);
  if (range === undefined) {
    return undefined;
  }
  const { series } = (await watchState.read()) ?? initialState;
  const stored = await revisions.list(series, range.from, range.through - range.from + 1);
  const wanted = stored.filter(({ revision }) => revision <= range.through);
  if (wanted.length === 0) {
    throw new Problem('not-found', 'No such revision is stored; see "npx curfew controls list"');
  }
  return wanted.map((entry) => ({ subject: subjectOfRevision(entry), actor: latestVersion(entry).actor }));
}

async function acknowledgeAlarm(
  { installation, ids }: OperationWork,
  alarmId: string,
  by: { readonly by: string; readonly at: string; readonly reason: string },
) {
  const conditionId = alarmConditionId(alarmId);
  const ports = { ...installation, clock: systemClock, ids };
  const outcome =
    conditionId === undefined ? ({ kind: 'not-there' } as const) : await acknowledgeAlert(ports, conditionId, by);
  if (outcome.kind === 'not-there') {
    throw new Problem(
      'not-found',
      `${quotedValue(alarmId)} is neither a revision, nor revisions such as 42-48, nor an alarm`,
    );
  }
  if (outcome.kind !== 'acknowledged') {
    throw notAcknowledged(outcome);
  }
  return [{ subject: alarmId, ...by }];
}
