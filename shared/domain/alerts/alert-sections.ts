import type { MailSection } from '../mail/content.ts';
import { grouped } from '../texts/grouped.ts';
import type { AlertNotice } from './alert-notice.ts';
import { describeNotice } from './describe-notice.ts';
import { compareSeverity, isAtLeast } from './severity.ts';

/** So many are told with their details, and so many more by their headline; past that by their number. */
const fullMax = 5;
const headlinesMax = 15;

/** The alerts of one recipient as part of another mail: what matters in full, the rest by its headline. */
export function alertSections(notices: readonly AlertNotice[]): readonly MailSection[] {
  const sorted = notices.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || (a.noticeId < b.noticeId ? -1 : 1),
  );
  const grave = sorted.filter(({ severity }) => isAtLeast(severity, 'high')).slice(0, fullMax);
  const others = sorted.slice(grave.length);
  const shown = others.slice(0, headlinesMax).map((notice) => describeNotice(notice).headline);
  const untold = others.length - shown.length;
  const rest = untold > 0 ? [...shown, `and ${grouped(untold)} more; curfew journal lists all`] : shown;
  return [
    ...grave.map((notice): MailSection => {
      const { headline, details } = describeNotice(notice);
      return { kind: 'notes', heading: headline, notes: details };
    }),
    ...(rest.length === 0
      ? []
      : [{ kind: 'notes', heading: `Alerts (${grouped(others.length)})`, notes: rest } as const]),
  ];
}
