import type { Direction } from '../../controls/control-change.ts';
import { isUnder } from '../../controls/control-exception.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { Acceptance } from '../acceptance.ts';
import type { EvidencedStep } from '../evidenced-step.ts';
import type { RecordedChange } from '../recorded-change.ts';

/** Which changes an export lists. An empty list leaves nothing out; one of several entries must match. */
export interface EvidenceFilter {
  /** `CC6` stands for `CC6.1`, `CC6.2` and so on. */
  readonly control: readonly string[];
  readonly direction: readonly Direction[];
  readonly severity: readonly Severity[];
  readonly path: readonly string[];
  readonly actor: readonly string[];
  readonly acceptor: readonly string[];
  readonly ticket: readonly string[];
}

/** Whether an export lists a change. Names and tickets are compared case-insensitively. */
export function isListed(
  filter: EvidenceFilter,
  {
    step,
    change,
    acceptances,
  }: { readonly step: EvidencedStep; readonly change: RecordedChange; readonly acceptances: readonly Acceptance[] },
): boolean {
  const { name, email, id } = step.actor;
  return (
    isMet(filter.control, (wanted) => touchesControl(change, wanted)) &&
    isMet(filter.direction, (wanted) => change.direction === wanted) &&
    isMet(filter.severity, (wanted) => change.severity === wanted) &&
    isMet(filter.path, (wanted) => isUnder(wanted.trim(), change)) &&
    isMet(filter.actor, (wanted) => [name, email, id].some((known) => isSame(known, wanted))) &&
    isMet(filter.acceptor, (wanted) =>
      acceptances.some(({ by, owner }) => isSame(by, wanted) || isSame(owner, wanted)),
    ) &&
    isMet(filter.ticket, (wanted) => acceptances.some((acceptance) => names(acceptance, wanted)))
  );
}

/** Describes the filter: `severity critical or high; actor ada`; empty when it leaves nothing out. */
export function describeFilter(filter: EvidenceFilter): string {
  return Object.entries(filter)
    .filter(([, wanted]) => wanted.length > 0)
    .map(([name, wanted]) => `${name} ${wanted.join(' or ')}`)
    .join('; ');
}

function isMet<Wanted>(wanted: readonly Wanted[], isSo: (one: Wanted) => boolean): boolean {
  return wanted.length === 0 || wanted.some(isSo);
}

function touchesControl({ controlIds }: RecordedChange, wanted: string): boolean {
  const lower = wanted.trim().toLowerCase();
  return controlIds.some((id) => id.toLowerCase() === lower || id.toLowerCase().startsWith(`${lower}.`));
}

function names({ ticket, reason }: Acceptance, wanted: string): boolean {
  const words = (reason ?? '').split(/[\s,;:()[\]]+/u);
  return [ticket, ...words].some((each) => isSame(each, wanted));
}

function isSame(known: string | undefined, wanted: string): boolean {
  return known !== undefined && known.trim().toLowerCase() === wanted.trim().toLowerCase();
}
