import { randomOf } from '../random.ts';
import { randomHex, randomUuid } from '../random-uuid.ts';
import type { SessionPlan } from './session-plan.ts';

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

/** A message with its role, which only the filter knows: the document lists no role among the fields. */
export type RoledMessage = { readonly role: MessageRole; readonly message: SessionMessage };

/** How many messages of a session have been said by a moment (Unix ms). */
export function messagesSaidBy(plan: SessionPlan, atMs: number): number {
  const share = (atMs - plan.startMs) / plan.durationMs;
  const surelySaid = Math.min(plan.messageTotal, Math.max(0, Math.floor(share * plan.messageTotal)));
  // A message comes less than one place late, so the estimate is at most one too low.
  const nextIsSaid = surelySaid < plan.messageTotal && saidAtMs(plan, surelySaid) <= atMs;
  return nextIsSaid ? surelySaid + 1 : surelySaid;
}

/** The moment (Unix ms) of a session's message, counted from 0; the first comes with the start. */
export function saidAtMs(plan: SessionPlan, index: number): number {
  const delay = ((index * 37) % 11) / 13;
  return plan.startMs + Math.floor((plan.durationMs * (index + delay)) / plan.messageTotal);
}

/** The messages said so far, oldest first. */
export function messagesOf(seed: number, plan: SessionPlan, said: number): readonly RoledMessage[] {
  const messages: RoledMessage[] = [];
  let parentId: string | undefined;
  for (let index = 0; index < said; index += 1) {
    const message = messageAt(seed, plan, { index, parentId });
    messages.push({ role: roleAt(plan, index), message });
    parentId = message.id;
  }
  return messages;
}

function messageAt(
  seed: number,
  plan: SessionPlan,
  { index, parentId }: { index: number; parentId: string | undefined },
): SessionMessage {
  const random = randomOf(seed, 'message', plan.sessionId, index);
  const createdAt = saidAtMs(plan, index);
  const role = roleAt(plan, index);
  const failed = isErrorAt(plan, index) || (role === 'tool' && random.chance(0.03));
  const id = randomUuid(random);
  const text = failed ? 'The command failed with exit code 1; trying again.' : textOf(role, index);
  return {
    id,
    content: [{ text, id: `${id}-0` }],
    createdAt,
    updatedAt: createdAt + random.integer(0, 900),
    ...(parentId === undefined ? {} : { parentId }),
    ...(role === 'assistant' ? vendorFields(index, randomHex(random, 24)) : {}),
    ...(role === 'tool' ? { isUserVisible: false } : { isUserVisible: true }),
    ...(failed ? { isError: true } : {}),
  };
}

/** Assistant messages come from one of three kinds of provider, each with fields of its own. */
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

/** A question, then rounds of an answer and a tool's result, then the next question. */
function roleAt(plan: SessionPlan, index: number): MessageRole {
  const roundLength = plan.character === 'ordinary' ? 7 : 41;
  const place = index % roundLength;
  if (place === 0) {
    return 'user';
  }
  return place % 2 === 1 ? 'assistant' : 'tool';
}

/** A looping session goes wrong after a third of its way, and says so in every other message from there on. */
function isErrorAt(plan: SessionPlan, index: number): boolean {
  return plan.character === 'looping' && index > plan.messageTotal / 3 && roleAt(plan, index) === 'tool';
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
