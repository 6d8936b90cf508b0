import { expect, test } from 'vitest';

import type { ChannelTerms } from '../../../shared/channels/channel.ts';
import { digestForChannel } from '../../../shared/digest/channel-digest.ts';
import type { MailContent } from '../../../shared/mail/content.ts';

const finops: ChannelTerms = { name: 'finops', kind: 'slack', severity: 'high', reports: ['digest'] };
const content: MailContent = {
  subject: 'Curfew: week of 9 Mar',
  tone: 'report',
  lead: '4M credits used',
  sections: [{ kind: 'figures', figures: [{ label: 'Stopped', value: '2 people' }] }],
  foot: [],
};
const due = { dueOn: '2026-03-16', consoleUrl: 'https://console.acme.example' };

test('a digest is its lead, its figures and a button into the console', () => {
  const said = digestForChannel(finops, { scope: 'team:web', recipients: [], content }, due);
  const org = digestForChannel(finops, { scope: 'org', recipients: [], content }, due);

  expect(said).toBeUndefined();
  expect(org).toMatchObject({
    lead: '4M credits used · Stopped: 2 people',
    sections: [{ links: [{ label: 'Open in Curfew', subject: '/digest/2026-03-16/org' }] }],
  });
});

test('a channel gets the digest that it chooses, of its teams alone where it names some', () => {
  const gets = (terms: Partial<ChannelTerms>, scope: string) =>
    digestForChannel({ ...finops, ...terms }, { scope, recipients: [], content }, due) !== undefined;

  expect([gets({ reports: undefined }, 'org'), gets({ teams: ['web'] }, 'org')]).toEqual([false, false]);
  expect([gets({ teams: ['web'] }, 'team:web'), gets({ teams: ['web'] }, 'team:core,web')]).toEqual([true, false]);
});
