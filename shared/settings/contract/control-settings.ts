import * as z from 'zod';

import { cataloguePacks } from '../../control-diff/catalogue/packs.ts';
import { problemsOfHours } from '../../controls/working-hours.ts';
import { severities } from '../../notifications/severity.ts';
import { emailSchema } from '../../roster/contract.ts';
import { setting } from './setting.ts';

const workingHours = () =>
  z
    .strictObject({
      timeZone: setting(z.string().max(64), 'An IANA name, such as Europe/Vienna: that of the organization.'),
      days: setting(z.array(z.int()).max(7).default([1, 2, 3, 4, 5]), 'ISO weekdays: 1 is Monday, 7 is Sunday.'),
      from: setting(z.string().max(5).default('07:00'), 'When work begins.', 'time of day'),
      until: setting(
        z.string().max(5).default('19:00'),
        'When it ends, not included; a time before `from` is on the next day.',
        'time of day',
      ),
    })
    .superRefine((hours, context) => {
      problemsOfHours(hours).forEach((message) => context.addIssue({ code: 'custom', message }));
    });

const controlOverride = () =>
  z.strictObject({
    kind: setting(
      z.enum(['set', 'ordered', 'map', 'cidr', 'scalar', 'secret']).optional(),
      'How the field is compared.',
    ),
    direction: setting(z.enum(['loosened', 'tightened', 'changed']).optional(), 'The direction of every difference.'),
    severity: setting(
      z.enum(severities).optional(),
      'The severity of every difference that is no tightening; nothing raises it.',
    ),
  });

export const controls = () =>
  z.strictObject({
    securityContacts: setting(
      z.array(emailSchema()).max(50).default([]),
      'Who is notified of changes of the controls; the admins when empty.',
    ),
    approvedChangers: setting(
      z.array(z.string().min(1).max(320)).max(200).default([]),
      'Emails or user ids of those who may change the controls; when empty, no one counts as unapproved.',
    ),
    workingHours: setting(
      workingHours().optional(),
      'When people are at work: a change outside of it weighs more. When left out, no change is outside of it.',
    ),
    runbook: setting(
      z.string().trim().min(1).max(250).optional(),
      'Where it is written what to do about a change; stands in the mail as text.',
    ),
    anchorsFile: setting(
      z.string().trim().min(1).max(1_000).optional(),
      'On one machine: the file to which signed heads of the evidence are added; best where the operator of Curfew can only add. In the state folder when left out.',
    ),
    packs: setting(
      z.array(z.enum(cataloguePacks)).max(10).default([]),
      'Rules beside those for documented fields: `further-fields` judges fields that the platform’s document does not show, such as commandBlocklist, maxAutonomyLevel, hooks and sandbox.mode, by their names; each such change says “Assumed”.',
    ),
    overrides: setting(
      z.record(z.string().min(1).max(200), controlOverride()).default({}),
      'What a change of a field means here, where that differs from docs/controls.md; by field as that page names it.',
    ),
  });
