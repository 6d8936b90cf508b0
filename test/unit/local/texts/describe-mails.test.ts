import { expect, test } from 'vitest';

import { describeMails } from '../../../../local/texts/describe-mails.ts';
import type { MailsSent } from '../../../../shared/mail/use-cases/send-mails.ts';

const allTaken: MailsSent = {
  kind: 'done',
  taken: 3,
  refused: 0,
  unknown: 0,
  turnedAway: 0,
  overdue: 0,
  left: 0,
  problems: [],
};

test('mails that are on their way are no news, nor is a run that another one held up', () => {
  expect(describeMails(allTaken)).toEqual([]);
  expect(describeMails({ kind: 'held' })).toEqual([]);
});

test('why some are not is said, and when they are tried again', () => {
  const problem = 'the mail service could not be reached (Error, ECONNREFUSED)';
  const comeBackAtMs = Date.parse('2026-03-15T10:11:00Z');

  const lines = describeMails({ ...allTaken, turnedAway: 1, left: 1, comeBackAtMs, problems: [problem] });

  expect(lines).toEqual([expect.stringContaining(problem)]);
  expect(lines[0]).toContain('Sun 15 Mar 2026, 10:11 UTC');
});
