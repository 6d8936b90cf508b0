import type { MailSection } from '../../mail/content.ts';
import { grouped } from '../../texts/grouped.ts';
import type { ControlsReport } from '../controls-report.ts';
import type { ControlsAudience } from './audience.ts';
import { notes } from './changes/change-sections.ts';
import { instantText } from './instant-text.ts';
import { identityOf } from './words.ts';

/** The mail of a first run in one sentence: past changes are not reported one by one. */
export function firstRunLead({ handled }: ControlsReport): string {
  return handled === undefined
    ? 'The controls have no history yet. From now on every change is reported within minutes.'
    : `The controls are watched from now on. ${grouped(handled.count)} ${handled.count === 1 ? 'revision is' : 'revisions are'} stored as evidence; every change after them is reported within minutes.`;
}

/** How far the history goes, and what is worth doing before the first change. */
export function firstRunSections(
  { handled, steps, baseline }: ControlsReport,
  { timeZone }: ControlsAudience,
): readonly MailSection[] {
  const newest = steps.at(-1);
  return [
    ...(handled === undefined || newest === undefined
      ? []
      : [
          {
            kind: 'facts',
            facts: [
              { label: 'Revisions', value: `${handled.from} to ${handled.through}` },
              { label: 'Newest one', value: `${newest.revision}, by ${identityOf(newest.actor)}` },
              { label: 'Made', value: instantText(newest.updatedAt, timeZone) },
            ],
          } as const,
        ]),
    ...notes('What to do', [
      ...(newest === undefined || baseline?.approved !== undefined
        ? []
        : [
            `Look at the settings in force, and approve them if they are as they should be: curfew controls baseline approve ${newest.revision}. From then on every deviation is reported.`,
          ]),
      'In the settings, name who may change the controls (controls.approvedChangers), when people work (controls.workingHours) and who is notified (controls.securityContacts).',
    ]),
  ];
}
