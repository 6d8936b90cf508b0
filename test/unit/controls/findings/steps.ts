import type { ControlChange } from '../../../../shared/controls/control-change.ts';
import type { Step } from '../../../../shared/controls/findings/finding.ts';
import type { Revision } from '../../../../shared/controls/revision.ts';

export const ann = { id: 'u-ann', email: 'Ann@example.com', name: 'Ann' };
export const bob = { id: 'u-bob', email: 'bob@example.com', name: 'Bob' };

export function aChange(own: Partial<ControlChange> = {}): ControlChange {
  return {
    path: 'sandbox.enabled',
    field: own.path ?? 'sandbox.enabled',
    kind: 'scalar',
    direction: 'loosened',
    severity: 'medium',
    added: [],
    removed: [],
    sentence: 'It is off.',
    why: 'It matters.',
    remedy: 'Turn it on.',
    controlIds: [],
    notes: [],
    rule: 'sandbox.enabled/1',
    ...own,
  };
}

/** A step that is `minute` minutes after midnight. */
export function aStep(
  revision: number,
  changes: readonly ControlChange[],
  own: Partial<Revision> & { minute?: number } = {},
): Step {
  const { minute = revision, ...rest } = own;
  const updatedAt = new Date(Date.UTC(2026, 2, 2) + minute * 60_000).toISOString();
  return { revision: { revision, settings: { revision }, problems: [], actor: ann, updatedAt, ...rest }, changes };
}
