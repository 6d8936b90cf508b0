import { MINUTE_MS } from '../clock.ts';
import { randomOf, randomHex, randomUuid } from '../random.ts';
import type { SessionDetails } from './drawn/session-details.ts';
import { minuteReaching, type SessionPlan } from './drawn/session-plan.ts';
import type { CreatedSession } from './session-view.ts';

export const messageRoles = ['user', 'assistant', 'tool'] as const;
export type MessageRole = (typeof messageRoles)[number];

/** platform-api.md, "Session message". */
export type SessionMessage = {
  readonly id: string;
  readonly content: readonly { readonly text: string; readonly id: string }[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly parentId?: string;
  readonly vendorAMessageId?: string;
  readonly vendorAEncryptedContent?: string;
  readonly vendorAReasoningId?: string;
  readonly vendorAReasoningSummary?: string;
  readonly vendorBThoughtSignature?: string;
  readonly chatCompletionReasoningContent?: string;
  readonly isUserVisible?: boolean;
  readonly isError?: boolean;
};

export interface Conversation {
  readonly seed: number;
  readonly session: CreatedSession;
  readonly details: SessionDetails;
}

/** Message positions from 0, of one role if named. */
export function messagePlaces({ session }: Conversation, count: number, role?: MessageRole): readonly number[] {
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => role === undefined || roleAt(session.plan, index) === role,
  );
}

export function messageIdAt({ seed, session }: Conversation, index: number): string {
  return randomUuid(randomOf(seed, 'message', session.plan.sessionId, index));
}

/** The first message comes with the session's creation. */
export function messageAt(conversation: Conversation, index: number): SessionMessage {
  const { seed, session, details } = conversation;
  const random = randomOf(seed, 'message-text', session.plan.sessionId, index);
  const createdAt = saidAtMs(conversation, index);
  const role = roleAt(session.plan, index);
  const failed = role === 'tool' && (index >= details.errorsFrom || random.chance(0.03));
  const id = messageIdAt(conversation, index);
  const text = failed ? 'The command failed with exit code 1; trying again.' : textOf(role, index);
  return {
    id,
    content: [{ text, id: `${id}-0` }],
    createdAt,
    updatedAt: createdAt,
    ...(index === 0 ? {} : { parentId: messageIdAt(conversation, index - 1) }),
    ...(role === 'assistant' ? vendorFields(index, randomHex(random, 24)) : {}),
    ...(role === 'tool' ? { isUserVisible: false } : { isUserVisible: true }),
    ...(failed ? { isError: true } : {}),
  };
}

/** The moment (Unix ms) the session reached a message's credits. */
function saidAtMs({ session: { plan, createdMs }, details }: Conversation, index: number): number {
  // A hair less: counts come from division, and products of fractions may exceed them.
  const credits = index * details.creditsPerMessage * (1 - 1e-12);
  const minute = index === 0 ? undefined : minuteReaching(plan, credits);
  if (minute === undefined) {
    return createdMs;
  }
  // Messages of one minute follow each other.
  const before = plan.inclusiveBy(minute - 1);
  const share = (credits - before) / (plan.inclusiveBy(minute) - before);
  return Math.max(createdMs, Math.floor((minute - 1 + share) * MINUTE_MS));
}

function vendorFields(index: number, hex: string): Partial<SessionMessage> {
  switch (index % 3) {
    case 0:
      return {
        vendorAMessageId: `msg-${hex}`,
        vendorAEncryptedContent: Buffer.from(hex).toString('base64'),
        vendorAReasoningId: `reasoning-${hex}`,
        vendorAReasoningSummary: 'Weighed two ways to do it and took the smaller one.',
      };
    case 1:
      return { vendorBThoughtSignature: Buffer.from(hex).toString('base64') };
    default:
      return { chatCompletionReasoningContent: 'The test names the cause; the fix belongs in the parser.' };
  }
}

/** A question, rounds of answer and tool result, then the next question. Only the filter knows the role. */
function roleAt(plan: SessionPlan, index: number): MessageRole {
  const roundLength = plan.character === 'ordinary' ? 7 : 41;
  const place = index % roundLength;
  if (place === 0) {
    return 'user';
  }
  return place % 2 === 1 ? 'assistant' : 'tool';
}

function textOf(role: MessageRole, index: number): string {
  switch (role) {
    case 'user':
      return index === 0 ? 'Please look into this and fix it.' : 'Go on, and keep the tests green.';
    case 'assistant':
      return `Step ${index}: reading the code around the failure.`;
    case 'tool':
      return `${index} lines of output`;
  }
}
