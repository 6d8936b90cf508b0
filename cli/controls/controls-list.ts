import {
  everyStoredStep,
  isMadeIn,
  evaluateRevision,
  type StepMeaning,
} from '../../shared/application/controls/evaluated-revisions.ts';
import type { StoredStep } from '../../shared/application/controls/read-stored.ts';
import { nameOf } from '../../shared/domain/controls/mail/words.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { DayRange } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { acknowledgementOf, changeDocument, stepDocument, whoText, worstOf } from './controls-rows.ts';
import { controlsWork } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { fittedTable } from '../frame/fitted-table.ts';
import { dayIn } from '../grants/grant-arguments.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface ControlsListOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const columns = [
  { title: 'Revision', align: 'right' },
  { title: 'Made' },
  { title: 'Who' },
  { title: 'Changes', align: 'right' },
  { title: 'Worst' },
  { title: 'What', isMinor: true },
  { title: 'Acknowledged', isMinor: true },
] as const;

/** `controls list`: the newest stored revisions of a period, ascending, each with what it changed. */
export async function listControls(context: CommandContext, options: ControlsListOptions): Promise<ExitCode> {
  const period = periodOf(options);
  const { steps, acknowledgements } = await withInstallation(context, async (installation) => {
    const { deps, known } = await controlsWork(installation);
    const wanted: StoredStep[] = [];
    for await (const step of everyStoredStep(deps, known)) {
      if (isMadeIn(period, step.entry)) {
        wanted.push(step);
      }
    }
    const steps: StepMeaning[] = [];
    for (const step of wanted.slice(-options.limit)) {
      const { settings: _large, ...judged } = await evaluateRevision(deps, step);
      steps.push(judged);
    }
    return { steps, acknowledgements: await installation.decisions.listAcknowledgements() };
  });
  const rows = steps.map((step) => [
    step.series === 1 ? `${step.revision}` : `${step.series}/${step.revision}`,
    step.updatedAt,
    whoText(step, nameOf),
    grouped(step.changes.length),
    worstOf(step.changes) ?? 'none',
    step.changes[0]?.sentence ?? '',
    acknowledgementOf(step, acknowledgements)?.by ?? '',
  ]);
  context.tell({
    json: steps.map((step) => ({
      ...stepDocument(step, acknowledgements),
      severity: worstOf(step.changes) ?? null,
      changes: step.changes.map(changeDocument),
    })),
    text:
      rows.length === 0 ? 'No revision is stored for that; see "run controls".' : fittedTable(columns, rows, context),
  });
  return exitCodes.done;
}

/** Days in UTC, both included, by when the change was made. */
export function periodOf({ from, to }: Pick<ControlsListOptions, 'from' | 'to'>): DayRange {
  const period = {
    from: from === undefined ? '0000-01-01' : dayIn('--from', from),
    through: to === undefined ? '9999-12-31' : dayIn('--to', to),
  };
  if (period.through < period.from) {
    throw wrongUsage(`--to ${period.through} is before --from ${period.from}; give days in their order`);
  }
  return period;
}
