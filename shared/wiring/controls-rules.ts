import type { ControlsRules } from '../application/controls/watch-work.ts';
import type { ControlOverride } from '../domain/controls/diff/catalogue/field-rule.ts';
import { diffControls } from '../domain/controls/diff/diff-controls.ts';
import { describeControlsReport } from '../domain/controls/mail/describe-controls-report.ts';

/** What a change of the controls means, and how it is reported. */
export function controlsRules(
  said: { readonly overrides?: Readonly<Record<string, ControlOverride>> } = {},
): ControlsRules {
  const overrides = new Map(Object.entries(said.overrides ?? {}));
  return {
    diff: (before, after, judge) => diffControls(before, after, { ...judge, overrides }),
    describe: describeControlsReport,
  };
}
