import type { Installation } from '../../shared/wiring/installation.ts';
import { acknowledge, subjectOfRevision } from '../../shared/application/controls/decide-on-controls.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { initialState } from '../../shared/domain/controls/history/watch-state.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { decisionPorts } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { revisionRangeIn } from './revision-argument.ts';
import { withInstallation } from '../frame/with-installation.ts';

const reasonLengthMax = 500;

/** `controls ack REV|REV-REV|ALARM --reason TEXT`: somebody has looked, and says why it is as it should be. */
export async function acknowledgeOne(
  context: CommandContext,
  what: string,
  { reason: text }: { readonly reason: string },
): Promise<ExitCode> {
  const reason = text.trim();
  if (reason === '' || reason.length > reasonLengthMax || /\p{Cc}/u.test(reason)) {
    throw wrongUsage(`--reason must be one line of 1 to ${reasonLengthMax} characters`);
  }
  const acknowledged = await withInstallation(context, async (installation) => {
    const subjects = await subjectsOf(installation, what);
    return acknowledge(decisionPorts(installation), { subjects, reason }, authorOf(context));
  });
  context.tell({
    json: { acknowledged },
    text: `Acknowledged: ${acknowledged.map(({ subject }) => subject.replace(/^revision\/\d+\//u, 'revision ')).join(', ')}.`,
  });
  return exitCodes.done;
}

async function subjectsOf({ revisions, watchState }: Installation, what: string): Promise<readonly string[]> {
  const range = revisionRangeIn(what);
  if (range === undefined) {
    const [alarm] = await watchState.readAlarms([what]);
    if (alarm === undefined) {
      throw new CommandError(`${quotedValue(what)} is neither a revision, nor revisions such as 42-48, nor an alarm`);
    }
    return [alarm.alarmId];
  }
  const { series } = (await watchState.read()) ?? initialState;
  const stored = await revisions.list(series, range.from, range.through - range.from + 1);
  const wanted = stored.filter(({ revision }) => revision <= range.through);
  if (wanted.length === 0) {
    throw new CommandError(`No such revision is stored; see "controls list"`);
  }
  return wanted.map(subjectOfRevision);
}
