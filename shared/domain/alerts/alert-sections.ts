import type { MailSection } from '../mail/content.ts';
import { grouped } from '../texts/grouped.ts';
import type { AlertEvent } from './alert-event.ts';
import type { AlertNotice } from './alert-notice.ts';
import { describeNotice } from './describe-notice.ts';
import { compareSeverity, isAtLeast } from './severity.ts';

/** So many are told with their details; of the others, so many of each group by their headline, the rest by number. */
const fullMax = 5;
const headlinesMax = 6;

/** In the order in which they stand in a mail. */
const groupHeadings = ['Budgets used up', 'Close to the end of a budget', 'Unusual use', 'Other alerts'] as const;
type GroupHeading = (typeof groupHeadings)[number];

/** The alerts of one recipient as part of another mail: what is grave in full, the rest by headlines in groups. */
export function alertSections(notices: readonly AlertNotice[]): readonly MailSection[] {
  const sorted = notices.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || (a.noticeId < b.noticeId ? -1 : 1),
  );
  const grave = sorted.filter(({ severity }) => isAtLeast(severity, 'high')).slice(0, fullMax);
  const groups = Map.groupBy(
    sorted.filter((notice) => !grave.includes(notice)),
    ({ event }) => groupOf(event),
  );
  return [
    ...grave.map(sectionOf),
    ...groupHeadings.flatMap((heading) => groupSection(heading, groups.get(heading) ?? [])),
  ];
}

function sectionOf(notice: AlertNotice): MailSection {
  const { headline, details } = describeNotice(notice);
  return { kind: 'notes', heading: headline, notes: details };
}

function groupSection(heading: GroupHeading, notices: readonly AlertNotice[]): readonly MailSection[] {
  if (notices.length === 0) {
    return [];
  }
  const told = notices.slice(0, headlinesMax).map((notice) => describeNotice(notice).headline);
  const untold = notices.length - told.length;
  const notes = untold > 0 ? [...told, `and ${grouped(untold)} more; curfew journal lists all`] : told;
  return [{ kind: 'notes', heading: `${heading} (${grouped(notices.length)})`, notes }];
}

function groupOf(event: AlertEvent): GroupHeading {
  switch (event.kind) {
    case 'use-crossed':
      return Math.max(0, ...event.ownerLines, ...event.userLines) >= 100
        ? 'Budgets used up'
        : 'Close to the end of a budget';
    case 'forecast-raised':
      return 'Close to the end of a budget';
    case 'matter-raised':
    case 'matter-changed':
      return event.matter.topic === 'anomaly' ? 'Unusual use' : 'Other alerts';
    case 'use-resolved':
    case 'use-reset':
    case 'forecast-resolved':
    case 'matter-resolved':
      return 'Other alerts';
  }
}
