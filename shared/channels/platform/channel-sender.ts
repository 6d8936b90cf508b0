import standard from 'standardwebhooks';

import { invariant } from '../../kernel/invariant.ts';
import { retryAfterMs } from '../../kernel/platform/http/next-step.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { idOfFirst } from '../../mail/mail-id.ts';
import type { Mail, SendResult } from '../../mail/mail.ts';
import type { MailSender } from '../../mail/ports.ts';
import type { OutgoingMessage } from '../channel-message.ts';
import { channelIn, type ChannelKind, recognizesRepeats } from '../channel.ts';
import type { ChannelConnection } from '../connections.ts';
import { busEvent } from '../payloads/bus-event.ts';
import { pagerdutyPayload } from '../payloads/pagerduty.ts';
import { slackPayload } from '../payloads/slack.ts';
import { teamsPayload } from '../payloads/teams.ts';
import { webhookPayload } from '../payloads/webhook.ts';
import type { ConnectionStore } from '../ports.ts';
import type { ImportFinding } from './import-finding.ts';
import type { Post, PostOrder, PostResult } from './post.ts';
import type { PutEvent } from './put-event.ts';

interface SenderParts {
  readonly connections: Pick<ConnectionStore, 'read'>;
  readonly post: Post;
  readonly putEvent?: PutEvent;
  readonly importFinding?: ImportFinding;
  readonly clock: Clock;
}

/** How a message is written for a kind of channel, what is posted, and what an answer that is no error means. */
interface ChannelWay {
  readonly order: (
    outgoing: OutgoingMessage,
    connection: ChannelConnection,
    nowMs: number,
  ) => Promise<Omit<PostOrder, 'address'>> | Omit<PostOrder, 'address'>;
  /** Of an answer of 200 to 299: the fault that its body tells; undefined for none. */
  readonly faultIn?: (body: string) => { readonly problem: string; readonly retryable: boolean } | undefined;
}

const ways: Readonly<Record<Exclude<ChannelKind, 'eventbridge' | 'securityhub'>, ChannelWay>> = {
  slack: {
    order: (outgoing) => ({ body: JSON.stringify(slackPayload(outgoing)) }),
    // An incoming webhook answers `ok`; what else it says is the name of a fault.
    faultIn: (body) =>
      body.trim() === 'ok' ? undefined : { problem: `it answered ${faultWord(body)} in place of ok`, retryable: false },
  },
  teams: {
    order: (outgoing) => ({ body: JSON.stringify(teamsPayload(outgoing)) }),
    // A workflow answers with nothing; connectors answer 200 to a message that Teams did not take.
    faultIn(body) {
      const status = /HTTP error (\d{3})/u.exec(body)?.[1];
      return status === undefined
        ? undefined
        : { problem: `Teams answered ${status} to it`, retryable: isTemporary(Number(status)) };
    },
  },
  pagerduty: { order: (outgoing, { secret = '' }) => ({ body: JSON.stringify(pagerdutyPayload(outgoing, secret)) }) },
  webhook: {
    async order(outgoing, { secret = '' }, nowMs) {
      const body = JSON.stringify(webhookPayload(outgoing));
      const sentAt = new Date(nowMs);
      return {
        body,
        headers: {
          'webhook-id': outgoing.messageId,
          'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
          'webhook-signature': new standard.Webhook(secret).sign(outgoing.messageId, sentAt, body),
        },
      };
    },
  },
};

/** Sends messages to channels, each once. No text of it holds an address or a secret. */
export function channelSender({ connections, ...parts }: SenderParts): MailSender {
  return {
    async send(mail) {
      const channel = channelIn(mail.to);
      const known = await connections.read().catch(() => undefined);
      if (known === undefined) {
        return { kind: 'refused', problem: 'the addresses of the channels cannot be read', retryable: true };
      }
      const connection = channel && known[channel.name];
      if (connection === undefined || connection.kind !== channel?.kind) {
        return { kind: 'refused', problem: 'there is no channel of that name and kind any more', retryable: false };
      }
      return sendMessage(outgoingOf(mail), connection, parts);
    },
  };
}

/** Sends one message over a connection, which need not be stored. */
export async function sendMessage(
  outgoing: OutgoingMessage,
  connection: ChannelConnection,
  { post, putEvent = awsPutEvent, importFinding = awsImportFinding, clock }: Omit<SenderParts, 'connections'>,
): Promise<SendResult> {
  if (connection.kind === 'eventbridge' || connection.kind === 'securityhub') {
    const { address, kind } = connection;
    const put =
      kind === 'securityhub' ? await importFinding(outgoing, address) : await putEvent(busEvent(outgoing, address));
    return resultOf(put, { outgoing, connection, nowMs: clock.now() });
  }
  const { order, faultIn } = ways[connection.kind];
  const posted = await post({ ...(await order(outgoing, connection, clock.now())), address: connection.address });
  return resultOf(posted, { outgoing, connection, faultIn, nowMs: clock.now() });
}

/** A late import: few organizations have such channels, and every command would read the clients of AWS. */
const loadSenders = async () => import('./aws-senders.ts');
const awsPutEvent: PutEvent = async (event) => (await loadSenders()).putEvent()(event);
const awsImportFinding: ImportFinding = async (...given) => (await loadSenders()).importFinding()(...given);

function outgoingOf({ mailId, subject, text, note, message }: Mail): OutgoingMessage {
  invariant(message !== undefined, 'a mail to a channel has its message');
  return {
    messageId: `msg_${sha256(idOfFirst(mailId)).slice(0, 32)}`,
    subject: subject.replace(/^Curfew: /u, ''),
    note,
    message,
    ...(message.alerts.length === 0 && { text: message.lead ?? firstLines(text) }),
  };
}

/** Of a mail in place of which it stands: its beginning, in one line. */
function firstLines(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, 600);
}

function resultOf(
  posted: PostResult,
  {
    outgoing,
    connection,
    faultIn,
    nowMs,
  }: Pick<ChannelWay, 'faultIn'> & {
    readonly outgoing: OutgoingMessage;
    readonly connection: ChannelConnection;
    readonly nowMs: number;
  },
): SendResult {
  switch (posted.kind) {
    case 'not-allowed':
      return { kind: 'refused', problem: posted.problem, retryable: false };
    case 'not-reached':
      return { kind: 'refused', problem: `it could not be reached (${posted.code})`, retryable: true };
    case 'unknown': {
      const problem = `it did not answer whether it took the message (${posted.code})`;
      return recognizesRepeats(connection)
        ? { kind: 'refused', problem, retryable: true }
        : { kind: 'unknown', problem };
    }
    case 'answered': {
      const { status, body } = posted;
      const fault = isSuccess(status)
        ? faultIn?.(body)
        : { problem: statusProblem(status), retryable: isTemporary(status) };
      return fault === undefined
        ? { kind: 'sent', messageId: outgoing.messageId }
        : { kind: 'refused', ...fault, retryAfterMs: retryAfterMs({ ...posted, nowMs }) };
    }
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function statusProblem(status: number): string {
  if (status >= 300 && status < 400) {
    return `it answered ${status}: it sends elsewhere, which is not followed; give the address that it leads to`;
  }
  const meaning: Readonly<Record<number, string>> = {
    400: 'it finds the message or the key malformed',
    401: 'it wants another secret',
    403: 'it does not allow the message',
    404: 'there is no channel at the address any more',
    410: 'the channel is gone',
    413: 'the message is too large for it',
    429: 'it wants fewer messages for now',
  };
  return `it answered ${status}${meaning[status] === undefined ? '' : `: ${meaning[status]}`}`;
}

/** The name of a fault, such as `no_service`; nothing else of an answer is repeated. */
function faultWord(body: string): string {
  return /^[a-z_]{1,40}$/u.exec(body.trim())?.[0] ?? 'something else';
}
