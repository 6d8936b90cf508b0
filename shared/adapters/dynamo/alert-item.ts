import * as z from 'zod';
import { windowKinds } from '../../domain/budgets/window.ts';
import { matterTopics } from '../../domain/alerts/matter.ts';
import { severities } from '../../domain/alerts/severity.ts';

const credits = z.int().min(0);
const emails = z.array(z.string());
const percents = z.array(z.number());

const ScopeItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('org') }),
  z.object({ kind: z.literal('default') }),
  z.object({ kind: z.literal('team'), name: z.string() }),
  z.object({ kind: z.literal('user'), email: z.string() }),
]);
const WindowItem = z.object({ kind: z.enum(windowKinds), from: z.iso.date(), through: z.iso.date() });
const UserItem = z.object({ userId: z.string(), email: z.string().exactOptional() });

const FactsItem = z.object({
  basis: z.enum(['budget', 'share']),
  scope: ScopeItem,
  user: UserItem.exactOptional(),
  window: WindowItem,
  usedCredits: credits,
  amountCredits: credits.exactOptional(),
  setsCaps: z.boolean(),
});

const MatterItem = z.object({
  topic: z.enum(matterTopics),
  key: z.string(),
  fingerprint: z.string(),
  severity: z.enum(severities),
  owners: emails,
  tellsAdmins: z.boolean(),
  headline: z.string(),
  details: z.array(z.string()),
  goneHeadline: z.string().exactOptional(),
  goneAfterNights: z.int().min(1),
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
  until: z.iso.date().exactOptional(),
});

const stored = {
  alertId: z.string().min(1),
  asOf: z.string(),
  acknowledged: AcknowledgementItem.exactOptional(),
};

/** An alert's state in the form of its item. */
export const AlertStateItem = z.discriminatedUnion('kind', [
  z.object({
    ...stored,
    kind: z.literal('use'),
    facts: FactsItem,
    owners: emails,
    lines: z.array(
      z.object({
        percent: z.number(),
        phase: z.enum(['in-alarm', 'resolved']),
        toldAmountCredits: credits,
        isResolutionTold: z.boolean(),
        isForOwners: z.boolean(),
        isForUser: z.boolean(),
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
    streakBefore: StreakItem.exactOptional(),
    toldAmountCredits: credits.exactOptional(),
    isClosed: z.boolean(),
  }),
  z.object({
    ...stored,
    kind: z.literal('matter'),
    phase: z.enum(['in-alarm', 'resolved']),
    matter: MatterItem,
    occurrence: z.int().min(1),
    toldFingerprints: z.array(z.string()),
    changes: z.int().min(0),
    absent: z.object({ nights: z.int().min(1), night: z.iso.date() }).exactOptional(),
  }),
]);

const happened = {
  eventId: z.string().min(1),
  alertId: z.string().min(1),
  acknowledgedBefore: AcknowledgementItem.exactOptional(),
};

const RiseItem = z.object({
  usedCredits: z.number(),
  usualCredits: z.number(),
  riseCredits: z.number(),
  causes: z.array(
    z.object({ who: z.string(), model: z.string().exactOptional(), riseCredits: z.number(), share: z.number() }),
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
    kind: z.enum(['use-crossed', 'use-resolved', 'use-reset']),
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
    user: UserItem.exactOptional(),
    owners: emails,
    amountCredits: credits,
    forecast: ForecastItem,
    rise: RiseItem.exactOptional(),
  }),
  z.object({
    ...happened,
    kind: z.enum(['matter-raised', 'matter-changed', 'matter-resolved']),
    matter: MatterItem,
  }),
]);

/** A notice in the form of its item. */
export const NoticeItem = z.object({
  noticeId: z.string().min(1),
  recipient: z.string().min(1),
  role: z.enum(['user', 'owner', 'admin']),
  severity: z.enum(severities),
  at: z.string(),
  event: EventItem,
  askWhom: emails,
});
