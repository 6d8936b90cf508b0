import { describeSentBeside } from '../../plans/guards.ts';
import type { Notice } from '../../runs/notice.ts';
import type { RunOutcome } from '../../runs/run.ts';
import type { MailSection } from '../content.ts';

/** Why a run was held, what it sent all the same, and what to do about it; empty for a mail about anything else. */
export function heldNotes(
  { kind }: Pick<Notice, 'kind'>,
  { held, capsChanged = 0 }: Pick<RunOutcome, 'held' | 'capsChanged'>,
): readonly MailSection[] {
  if (held === undefined || (kind !== 'held' && kind !== 'plan-held')) {
    return [];
  }
  const beside = describeSentBeside(capsChanged);
  return [
    { kind: 'notes', heading: 'Why', notes: [held.detail, ...(beside === undefined ? [] : [beside])] },
    { kind: 'notes', heading: 'What to do', notes: kind === 'held' ? inDoubt : choicesFor(held.plan ?? '') },
  ];
}

const inDoubt = [
  'Nothing, while the platform is merely late: a run every hour looks again, and continues once the day is complete.',
  'If the day stays in doubt, compare it with the platform’s own pages. Figures that differ a little and are right: raise toleranceShare in the settings.',
];

function choicesFor(plan: string): readonly string[] {
  return [
    `To look at it row by row: npx curfew plans show ${plan}`,
    `If this is what the budgets are for, as when one of them is used up: npx curfew approve ${plan}. It can be approved until the end of the day (UTC).`,
    'If not, raise or correct the budgets: the next run makes a new plan; there is one every hour from 02:30 UTC on.',
    `If nobody is to approve it: npx curfew reject ${plan}. The current caps stay in force; use continues up to them.`,
    'If plans of this size are usual here, raise blastRadius in the settings.',
  ];
}
