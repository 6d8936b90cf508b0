import type { Installation } from '../../shared/wiring/installation.ts';
import { acknowledgeRevisions, subjectOfRevision } from '../../shared/application/controls/decide-on-controls.ts';
import { acknowledgeAlert } from '../../shared/application/notifications/acknowledge.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { alarmConditionId } from '../../shared/domain/controls/history/observe-alarms.ts';
import { initialState } from '../../shared/domain/controls/history/watch-state.ts';
import { problemOfReason } from '../../shared/domain/notifications/acknowledge.ts';
import { acknowledgementRefused, notAcknowledged } from '../../shared/door/not-acknowledged.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { decisionPorts } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { revisionRangeIn } from './revision-argument.ts';
import { acknowledgePorts, withInstallation } from '../frame/with-installation.ts';

/** `controls ack REV|REV-REV|ALARM --reason TEXT`: somebody has looked, and says why it is as it should be. */
export async function acknowledgeOne(
  context: CommandContext,
  what: string,
  { reason: text }: { readonly reason: string },
): Promise<ExitCode> {
  const problem = problemOfReason(text);
  if (problem !== undefined) {
    throw acknowledgementRefused(problem);
  }
  const reason = text.trim();
  const { name: by, at } = authorOf(context);
  const acknowledged = await withInstallation(context, async (installation) => {
    const subjects = await revisionsIn(installation, what);
    if (subjects !== undefined) {
      return acknowledgeRevisions(decisionPorts(installation), { subjects, reason }, authorOf(context));
    }
    await acknowledgeAlarm(installation, what, { by, at, reason });
    return [{ subject: what, by, at, reason }];
  });
  context.tell({
    json: { acknowledged },
    text: `Acknowledged: ${acknowledged.map(({ subject }) => subject.replace(/^revision\/\d+\//u, 'revision ')).join(', ')}.`,
  });
  return exitCodes.done;
}

/** The subjects of stored revisions; undefined for what is no number of any. */
async function revisionsIn(
  { revisions, watchState }: Installation,
  what: string,
): Promise<readonly string[] | undefined> {
  const range = revisionRangeIn(what);
  if (range === undefined) {
    return undefined;
  }
  const { series } = (await watchState.read()) ?? initialState;
  const stored = await revisions.list(series, range.from, range.through - range.from + 1);
  const wanted = stored.filter(({ revision }) => revision <= range.through);
  if (wanted.length === 0) {
    throw new CommandError(`No such revision is stored; see "controls list"`);
  }
  return wanted.map(subjectOfRevision);
}

async function acknowledgeAlarm(
  installation: Installation,
  alarmId: string,
  by: { readonly by: string; readonly at: string; readonly reason: string },
): Promise<void> {
  const conditionId = alarmConditionId(alarmId);
  const outcome =
    conditionId === undefined
      ? ({ kind: 'not-there' } as const)
      : await acknowledgeAlert(acknowledgePorts(installation), conditionId, by);
  if (outcome.kind === 'not-there') {
    throw new CommandError(`${quotedValue(alarmId)} is neither a revision, nor revisions such as 42-48, nor an alarm`);
  }
  if (outcome.kind !== 'acknowledged') {
    throw notAcknowledged(outcome);
  }
}
