import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import type { Loosening } from '../../controls/alerts/loosening.ts';
import { AlarmItem } from '../../controls/store/watch-state-item.ts';
import { ownChanges } from '../../kernel/access/same-person.ts';
import { storing } from '../../kernel/store/stored-item.ts';
import { MailContentDocument } from '../../mail/contract/mail-documents.ts';
import type { ConditionState } from '../conditions/condition-state.ts';
import type { Notification } from '../notification.ts';
import { severities } from '../severity.ts';
import { reportTopicNames, topicNames } from '../topics.ts';
import { inTodaysNames } from './earlier-alert-item.ts';

const credits = z.int().min(0);
const emails = z.array(z.string());
const percents = z.array(z.number());

const ScopeItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('org') }),
  z.object({ kind: z.literal('default') }),
  z.object({ kind: z.literal('team'), name: z.string() }),
  z.object({ kind: z.literal('members'), name: z.string() }),
  z.object({ kind: z.literal('model'), id: z.string() }),
  z.object({ kind: z.literal('user'), email: z.string() }),
]);
const WindowItem = z.object({ kind: z.enum(windowKinds), from: z.iso.date(), through: z.iso.date() });
const UserItem = z.object({ userId: z.string(), email: z.string().optional() });

const FactsItem = z.object({
  basis: z.enum(['budget', 'share']),
  scope: ScopeItem,
  user: UserItem.optional(),
  window: WindowItem,
  usedCredits: credits,
  amountCredits: credits.optional(),
  setsCaps: z.boolean(),
  stopsAtCredits: credits.optional(),
  dataThrough: z.iso.date().optional(),
  expectedOn: z.iso.date().optional(),
  seen: z
    .object({
      credits,
      at: z.string(),
      ending: z.object({ leftCredits: credits, limitCredits: credits, hourCredits: credits }).optional(),
    })
    .optional(),
});

const StopItem = z.object({
  user: z.object({ userId: z.string(), email: z.string() }),
  scope: ScopeItem.optional(),
  isLeftOver: z.literal(true).optional(),
  nextLimitCredits: credits.optional(),
  window: WindowItem,
  amountCredits: credits,
  usedCredits: credits,
  allowedCredits: credits.optional(),
  ownUsedCredits: credits,
  limitWindow: z.object({ from: z.iso.date(), through: z.iso.date() }).optional(),
  limitCredits: credits,
  dataThrough: z.iso.date().optional(),
  needed: z
    .object({
      todayCredits: credits,
      windowCredits: credits,
      through: z.iso.date(),
      poolOverCredits: credits.optional(),
    })
    .optional(),
  ways: z.array(z.object({ meaning: z.string(), command: z.string() })).optional(),
});

const LooseningItem = storing<Loosening>()(
  z.object({
    kind: z.literal('loosening'),
    series: z.int(),
    revision: z.int(),
    previous: z.object({ series: z.int(), revision: z.int() }).optional(),
    actor: z.object({
      id: z.string().optional(),
      email: z.string().optional(),
      name: z.string().optional(),
    }),
    updatedAt: z.string(),
    places: z.array(z.object({ path: z.string(), field: z.string() })),
  }),
);

const ObservationItem = z.object({
  topic: z.enum(topicNames),
  key: z.string(),
  fingerprint: z.string(),
  severity: z.enum(severities),
  owners: emails,
  notifiesAdmins: z.boolean(),
  user: UserItem.optional(),
  person: z.string().optional(),
  scope: ScopeItem.optional(),
  headline: z.string(),
  details: z.array(z.string()),
  ownerDetails: z.array(z.string()).optional(),
  example: z.string().optional(),
  resolvedHeadline: z.string().optional(),
  resolvedDetails: z.array(z.string()).optional(),
  resolvesAfterNights: z.int().min(1),
  facts: z.union([AlarmItem, LooseningItem]).optional(),
});

const StreakItem = z.object({
  verdict: z.enum(['over', 'unsure', 'under']),
  nights: z.int().min(1),
  night: z.iso.date(),
});

const AcknowledgementItem = z.object({
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  until: z.iso.date().optional(),
  ownChange: z.enum(ownChanges).optional(),
  mute: z.string().optional(),
});

const stored = {
  conditionId: z.string().min(1),
  asOf: z.string(),
  acknowledged: AcknowledgementItem.optional(),
};

const StateItem = storing<ConditionState>()(
  z.discriminatedUnion('kind', [
    z.object({
      ...stored,
      kind: z.literal('use'),
      facts: FactsItem,
      owners: emails,
      lines: z.array(
        z.object({
          percent: z.number(),
          phase: z.enum(['in-alarm', 'resolved']),
          notifiedAmountCredits: credits,
          isResolutionNotified: z.boolean(),
          isForOwners: z.boolean(),
          isForUser: z.boolean(),
          seenOn: z.iso.date().optional(),
        }),
      ),
      isClosed: z.boolean(),
    }),
    z.object({
      ...stored,
      kind: z.literal('forecast'),
      scope: ScopeItem,
      window: WindowItem,
      phase: z.enum(['ok', 'in-alarm', 'resolved']),
      streak: StreakItem,
      streakBefore: StreakItem.optional(),
      notifiedAmountCredits: credits.optional(),
      isClosed: z.boolean(),
    }),
    z.object({
      ...stored,
      kind: z.literal('observed'),
      phase: z.enum(['in-alarm', 'resolved']),
      observation: ObservationItem,
      occurrence: z.int().min(1),
      notifiedFingerprints: z.array(z.string()),
      changes: z.int().min(0),
      absent: z.object({ nights: z.int().min(1), night: z.iso.date() }).optional(),
    }),
    z.object({
      ...stored,
      kind: z.literal('stop'),
      phase: z.enum(['in-alarm', 'resolved']),
      stop: StopItem,
      owners: emails,
      occurrence: z.int().min(1),
      isFreedNotified: z.boolean(),
    }),
  ]),
);

const happened = {
  eventId: z.string().min(1),
  conditionId: z.string().min(1),
  acknowledgedBefore: AcknowledgementItem.optional(),
};

const RiseItem = z.object({
  usedCredits: z.number(),
  usualCredits: z.number(),
  riseCredits: z.number(),
  causes: z.array(
    z.object({ who: z.string(), model: z.string().optional(), riseCredits: z.number(), share: z.number() }),
  ),
});

const ForecastItem = z.object({
  kind: z.literal('forecast'),
  window: WindowItem,
  dataThrough: z.iso.date(),
  usedCredits: credits,
  expectedCredits: credits,
  lowCredits: credits,
  highCredits: credits,
  restSpreadShare: z.number(),
});

const EventItem = z.discriminatedUnion('kind', [
  z.object({
    ...happened,
    kind: z.enum(['use-crossed', 'use-resolved', 'use-reset', 'use-ended']),
    facts: FactsItem,
    ownerLines: percents,
    userLines: percents,
    owners: emails,
    isFromTheStart: z.boolean(),
    hasEnded: z.boolean(),
  }),
  z.object({
    ...happened,
    kind: z.enum(['forecast-raised', 'forecast-resolved']),
    scope: ScopeItem,
    user: UserItem.optional(),
    owners: emails,
    amountCredits: credits,
    forecast: ForecastItem,
    rise: RiseItem.optional(),
  }),
  z.object({
    ...happened,
    kind: z.enum(['condition-raised', 'condition-changed', 'condition-resolved']),
    observation: ObservationItem,
  }),
  z.object({
    ...happened,
    kind: z.enum(['person-stopped', 'person-freed']),
    stop: StopItem,
    leftCredits: credits.optional(),
    owners: emails,
  }),
]);

const addressed = {
  notificationId: z.string().min(1),
  recipient: z.string().min(1),
  severity: z.enum(severities),
  at: z.string(),
};

const AddressedItem = storing<Notification>()(
  z.discriminatedUnion('kind', [
    z.object({
      ...addressed,
      kind: z.literal('condition'),
      role: z.enum(['user', 'owner', 'admin']),
      event: EventItem,
      askWhom: emails,
      timeZone: z.string().optional(),
      door: z.string().optional(),
      console: z.string().optional(),
    }),
    z.object({
      ...addressed,
      kind: z.literal('report'),
      topic: z.enum(reportTopicNames),
      content: MailContentDocument,
    }),
  ]),
);

/** The stored state of a condition, including earlier field names. */
export const ConditionStateItem: z.ZodType<ConditionState> = z.preprocess(inTodaysNames, StateItem);

/** A stored notification, including earlier field names. */
export const NotificationItem: z.ZodType<Notification> = z.preprocess(inTodaysNames, AddressedItem);
