import { expect, expectTypeOf, test } from 'vitest';

import type { job as computers } from '../../../shared/computers/job.ts';
import type { ComputerSettings } from '../../../shared/computers/use-cases/computers-work.ts';
import type { job as controls } from '../../../shared/controls/job.ts';
import type { WatchSettings } from '../../../shared/controls/use-cases/watch-work.ts';
import type { job as digest } from '../../../shared/digest/job.ts';
import type { DigestSettings } from '../../../shared/digest/use-cases/collect-digest.ts';
import type { EnforcementSettings } from '../../../shared/enforcement/enforcement-settings.ts';
import type { job as enforce } from '../../../shared/enforcement/job.ts';
import type { job as exports } from '../../../shared/exports/job.ts';
import type { MonthlySettings } from '../../../shared/exports/use-cases/write-monthly.ts';
import { jobs } from '../../../shared/jobs.ts';
import type { job as live } from '../../../shared/live/job.ts';
import type { LiveSettings } from '../../../shared/live/use-cases/live-work.ts';
import type { job as bounces } from '../../../shared/mail/bounces-job.ts';
import type { Audience } from '../../../shared/notifications/delivery.ts';
import type { job as readiness } from '../../../shared/readiness/job.ts';
import type { ReadinessSettings } from '../../../shared/readiness/use-cases/watch-readiness.ts';
import type { job as requests } from '../../../shared/requests/job.ts';
import type { RequestSettings } from '../../../shared/requests/use-cases/give-credits.ts';
import type { job as roster } from '../../../shared/roster/job.ts';
import type { watchRoster } from '../../../shared/roster/use-cases.ts';
import type { job as sessions } from '../../../shared/sessions/job.ts';
import type { SessionSettings } from '../../../shared/sessions/use-cases/session-work.ts';

// How credits are written, the wiring of every job reads.
type SettingsOf<Job extends { readonly settings: readonly string[] }> = Exclude<Job['settings'][number], 'money'>;

// A setting that may be left out would be missed by nobody: the compiler takes an object without it.
test('a job declares every setting that its use case reads, also those that may be left out, and no others', () => {
  expectTypeOf<SettingsOf<typeof enforce>>().toEqualTypeOf<keyof EnforcementSettings>();
  expectTypeOf<SettingsOf<typeof live>>().toEqualTypeOf<keyof LiveSettings>();
  expectTypeOf<SettingsOf<typeof roster>>().toEqualTypeOf<keyof Parameters<typeof watchRoster>[1]>();
  expectTypeOf<SettingsOf<typeof requests>>().toEqualTypeOf<keyof RequestSettings>();
  // It compares controls, too.
  expectTypeOf<SettingsOf<typeof digest>>().toEqualTypeOf<keyof DigestSettings | 'controls'>();
  expectTypeOf<SettingsOf<typeof controls>>().toEqualTypeOf<keyof WatchSettings>();
  expectTypeOf<SettingsOf<typeof sessions>>().toEqualTypeOf<keyof SessionSettings>();
  expectTypeOf<SettingsOf<typeof computers>>().toEqualTypeOf<keyof ComputerSettings>();
  expectTypeOf<SettingsOf<typeof readiness>>().toEqualTypeOf<keyof ReadinessSettings>();
  expectTypeOf<SettingsOf<typeof exports>>().toEqualTypeOf<Exclude<keyof MonthlySettings, 'money'>>();
  expectTypeOf<SettingsOf<typeof bounces>>().toEqualTypeOf<keyof Audience>();

  const reading = jobs.filter((job) => 'settings' in job).map(({ name }) => name);
  expect(reading.toSorted()).toEqual([
    'bounces',
    'computers',
    'controls',
    'digest',
    'enforce',
    'exports',
    'live',
    'readiness',
    'requests',
    'roster',
    'sessions',
  ]);
});
