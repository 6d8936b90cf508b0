import { describe, expect, test } from 'vitest';

import { Settings } from '../../../../../shared/settings/contract/settings.ts';

const night = { from: '22:00', until: '07:00' };

function problemsOf(alerts: unknown): readonly string[] {
  const read = Settings.safeParse({ alerts });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the settings of alerts', () => {
  test('hold nothing back unless they are told to', () => {
    const { alerts } = Settings.parse({});

    expect(alerts).toEqual({
      fallback: [],
      unreachable: [],
      timeZone: 'UTC',
      ownDomains: [],
      quietHours: [],
      digest: [],
    });
  });

  test('are for everybody, every day, all that is not critical, by UTC, unless they say otherwise', () => {
    const { alerts } = Settings.parse({ alerts: { quietHours: [night] } });

    expect(alerts.quietHours).toEqual([
      {
        ...night,
        severities: ['high', 'medium', 'low', 'info'],
        timeZone: 'UTC',
        days: [1, 2, 3, 4, 5, 6, 7],
      },
    ]);
  });

  test.for([
    [
      'an unknown time zone by its name',
      { quietHours: [{ ...night, timeZone: 'Mars/Base' }] },
      'alerts.quietHours.0.timeZone: the time zone "Mars/Base" is unknown; give an IANA name such as Europe/Berlin',
    ],
    ['a time that is none', { quietHours: [{ ...night, from: '24:30' }] }, '"24:30" is not a time of day'],
    ['hours that never end', { quietHours: [{ from: '08:00', until: '08:00' }] }, 'give another end'],
    ['a weekday that is none', { quietHours: [{ ...night, days: [0] }] }, 'alerts.quietHours.0.days.0'],
    ['no weekday at all', { quietHours: [{ ...night, days: [] }] }, 'no weekday is named'],
    [
      'critical as something that waits',
      { digest: [{ severities: ['critical'], at: '08:00' }] },
      'alerts.digest.0.severities.0: critical goes at once and never waits; leave it out',
    ],
    ['a severity that is none', { digest: [{ severities: ['loud'], at: '08:00' }] }, '"loud" is not a severity'],
    ['a digest of nothing', { digest: [{ severities: [], at: '08:00' }] }, 'no severity is named'],
    ['a rule for nobody', { quietHours: [{ ...night, recipients: [] }] }, 'names no one'],
    ['an address that is none', { fallback: ['desk'] }, 'alerts.fallback.0'],
    ['a key that is unknown', { silence: [] }, 'silence'],
    [
      'an address in place of a domain',
      { ownDomains: ['ann@acme.de'] },
      '"ann@acme.de" is no domain; give one as it stands in addresses, such as acme.de,',
    ],
    ['a pattern of domains', { ownDomains: ['*.acme.de'] }, 'such as acme.de,'],
    ['a domain that all the world shares', { ownDomains: ['com'] }, 'alerts.ownDomains.0: "com" is no domain'],
    ['a domain that is none', { ownDomains: ['acme .de'] }, 'such as acme.com,'],
  ] as const)('name %s', ([, alerts, problem]) => {
    expect(problemsOf(alerts)).toEqual([expect.stringContaining(problem)]);
  });
});
