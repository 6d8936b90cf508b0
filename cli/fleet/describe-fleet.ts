import type * as z from 'zod';

import type {
  ComputerDocument,
  ComputerShownDocument,
  FleetPlanDocument,
} from '../../shared/computers/contract/fleet-contract.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

/** The computers of the list as a table. */
export function describeComputers(computers: readonly z.input<typeof ComputerDocument>[], style: Style): string {
  const columns = ['Computer', 'Status', 'Step', 'Next', 'Read', 'Owner'].map((title) => ({ title }));
  const rows = computers.map(({ name, status, step, next, readAt, owner }) => [
    name,
    status,
    step ?? '',
    next?.detail ?? '',
    readAt ?? 'never',
    owner ?? '',
  ]);
  return rows.length === 0
    ? 'There is no fleet list yet; make one with "npx curfew fleet set" or "npx curfew fleet import".'
    : renderTable(columns, rows, style);
}

/** All that is known of one computer. */
export function describeComputer(
  { list: _list, steps, unknownWords, attempts, ...computer }: z.input<typeof ComputerShownDocument>,
  style: Style,
): string {
  const facts = [
    ...Object.entries(computer).flatMap(([field, value]) =>
      value === null ? [] : [[field, typeof value === 'object' ? value.detail : value]],
    ),
    ...steps.map(({ name, id, word, error }) => [
      'step',
      [name ?? id ?? '', word ?? 'the platform does not say', error ?? ''].filter((text) => text !== '').join(': '),
    ]),
    ...unknownWords.map((word) => ['not understood yet', word]),
    ...attempts.map(({ action, at, status, problem }) => [
      'attempt',
      `${minuteText(at)} ${action}: ${status}${problem === undefined ? '' : ` (${problem})`}`,
    ]),
  ];
  return renderTable([{ title: 'Field' }, { title: computer.name }], facts, style);
}

/** What would be done for the fleet. */
export function describeFleetPlan({ actions }: z.input<typeof FleetPlanDocument>, style: Style): string {
  const columns = ['Computer', 'Action', 'Why', 'Done by'].map((title) => ({ title }));
  const rows = actions.map(({ name, action, detail, allowedBy }) => [
    name,
    action,
    detail,
    allowedBy === null ? '"npx curfew fleet apply"' : 'the next run',
  ]);
  return rows.length === 0
    ? 'There is nothing to do, as the computers were last read.'
    : renderTable(columns, rows, style);
}
