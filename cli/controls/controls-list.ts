import {
  acknowledgementOf,
  approvalOf,
  exceptionsOf,
  worstOf,
  type Accepted,
} from '../../shared/application/queries/controls-documents.ts';
import { listRevisions } from '../../shared/application/queries/read-revisions.ts';
import type { StepMeaning } from '../../shared/application/controls/evaluated-revisions.ts';
import type { RevisionsDocument } from '../../shared/contracts/documents/controls-documents.ts';
import { nameOf } from '../../shared/domain/controls/mail/words.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { DayRange } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { whoText } from './controls-rows.ts';
import { asServed, revisionRules } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { dayIn } from '../frame/moment.ts';
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
  { title: 'Accepted', isMinor: true },
] as const;

/** `controls list`: the newest stored revisions of a period, ascending, each with what it changed. */
export async function listControls(context: CommandContext, options: ControlsListOptions): Promise<ExitCode> {
  const period = periodOf(options);
  const { steps, accepted, document } = await withInstallation(context, async (installation) =>
    listRevisions(asServed(installation), revisionRules(installation), {
      period,
      countMax: options.limit,
      atMs: context.io.now(),
    }),
  );
  const rows = steps.map((step) => [
    step.series === 1 ? `${step.revision}` : `${step.series}/${step.revision}`,
    step.updatedAt,
    whoText(step, nameOf),
    grouped(step.changes.length),
    worstOf(step.changes) ?? 'none',
    step.changes[0]?.sentence ?? '',
    acceptedText(step, accepted),
  ]);
  const rest =
    rows.length < options.limit ? [] : [`These are the newest ${options.limit} at most; --limit shows more.`];
  context.tell({
    json: document satisfies RevisionsDocument,
    text:
      rows.length === 0
        ? 'No revision is stored for that; see "run controls".'
        : [renderTable(columns, rows, context.style), ...rest].join('\n'),
  });
  return exitCodes.done;
}

/** Who has acknowledged it, approved it as the baseline, or allowed what it changed. */
function acceptedText(step: StepMeaning, accepted: Accepted): string {
  const acknowledged = acknowledgementOf(step, accepted.acknowledgements)?.by;
  const approved = approvalOf(step, accepted)?.approvedBy;
  return [
    ...(acknowledged === undefined ? [] : [`by ${acknowledged}`]),
    ...(approved === undefined ? [] : [`as baseline by ${approved}`]),
    ...exceptionsOf(step, accepted).map(({ ticket, expires }) => `${ticket} until ${expires.slice(0, 10)}`),
  ].join('; ');
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
