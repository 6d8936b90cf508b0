import { expect, test } from 'vitest';

import type { MailContent } from '../../../../shared/mail/content.ts';
import { composeMail } from '../../../../shared/notifications/compose/compose-mail.ts';
import {
  notificationsOfReport,
  type Notification,
  type Report,
} from '../../../../shared/notifications/notification.ts';
import { anObservation, onEnforcementRun, play, routing } from '../observed.ts';

const at = '2026-03-10T08:05:00.000Z';
const run = { runId: 'run-1' };

function contentOf(subject: string): MailContent {
  const sections = [{ kind: 'notes', heading: `About ${subject}`, notes: ['…'] }] as const;
  return { subject, tone: 'bad', lead: `${subject} in full.`, sections, foot: [`Evidence of ${subject}`] };
}

function aReport(over: Partial<Report> = {}): Report {
  return {
    reportId: '1/5-5/3',
    topic: 'controls',
    severity: 'critical',
    owners: ['admin@example.com'],
    contentFor: (reader) => contentOf(`Sandbox loosened (${reader})`),
    ...over,
  };
}

function ofReport(over: Partial<Report> = {}): readonly Notification[] {
  return notificationsOfReport(aReport(over), at, routing);
}

function aCondition(severity: 'high' | 'medium'): readonly Notification[] {
  return play([onEnforcementRun('2026-03-10', { observed: [anObservation({ severity })] })]).told.flat();
}

test('a report alone is the mail, word for word', () => {
  expect(composeMail(ofReport(), run)).toEqual(contentOf('Sandbox loosened (owner)'));
});

test('a report and a condition of one recipient are one mail, the worse one first', () => {
  const graveReport = composeMail([...aCondition('high'), ...ofReport()], run);
  const mildReport = composeMail([...ofReport({ severity: 'low' }), ...aCondition('high')], run);

  expect(graveReport.subject).toBe('Sandbox loosened (owner) (and 1 more)');
  expect(mildReport.subject).toMatch(/u-bob.*\(and 1 more\)$/u);
  for (const { sections, foot } of [graveReport, mildReport]) {
    const headings = sections.flatMap((section) => ('heading' in section ? [section.heading] : []));
    expect(headings).toContain('About Sandbox loosened (owner)');
    expect(foot[0]).toMatch(/Evidence|Run/u);
    expect(foot.join(' ')).toContain('Evidence of Sandbox loosened (owner)');
    expect(foot.join(' ')).toContain('run-1');
  }
});

test('of many reports the first ones are in the mail in full, and the others by their subject', () => {
  const many = [1, 2, 3, 4].flatMap((number) =>
    ofReport({ reportId: `1/${number}`, contentFor: () => contentOf(`Change ${number}`) }),
  );

  const { sections } = composeMail(many, run);

  const also = sections.find((section) => section.kind === 'notes' && section.heading === 'Also');
  expect(also).toMatchObject({ notes: ['Change 4'] });
});

test('whoever stands in for an owner whom mail does not reach gets the report as a stand-in, once', () => {
  const routes = {
    admins: ['admin@example.com'],
    fallback: ['Backup@example.com', 'two@example.com'],
    unreachable: new Set(['one@example.com']),
  };

  const sent = notificationsOfReport(aReport({ owners: ['one@example.com', 'two@example.com'] }), at, routes);

  expect(Object.fromEntries(sent.map(({ recipient, content }) => [recipient, content.subject]))).toEqual({
    'backup@example.com': 'Sandbox loosened (stand-in)',
    'two@example.com': 'Sandbox loosened (owner)',
  });
  expect(sent).toHaveLength(2);
});
