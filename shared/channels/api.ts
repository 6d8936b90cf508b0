import { randomBytes } from 'node:crypto';

import { callerOfChannel } from '../kernel/access/caller.ts';
import { decideAccess } from '../kernel/access/decide-access.ts';
import { isBound } from '../kernel/access/four-eyes.ts';
import { authorOf, type Operations, type OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { makeSeen } from '../kernel/records/api/proposal.ts';
import { recordDocument } from '../kernel/records/api/record-documents.ts';
import {
  type EditedRecords,
  notThere,
  proposeRemoval,
  proposeSetting,
  type RecordProposal,
  versionOf,
} from '../kernel/records/api/record-proposal.ts';
import { recordInForce } from '../kernel/records/use-cases/edit-record.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { sha256 } from '../kernel/sha256.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { isTroubled, type TroubledRecipient } from '../mail/recipient.ts';
import { clearRecipient } from '../mail/use-cases/clear-recipient.ts';
import {
  channelAddress,
  type ChannelKey,
  type ChannelKind,
  channelKind,
  channelLimits,
  type ChannelTerms,
  isOfAws,
  termsProblem,
} from './channel.ts';
import { secretProblem } from './connection-problem.ts';
import type { ChannelConnection } from './connections.ts';
import { channelRecord } from './contract/channel.ts';
import { channelsContract } from './contract/channels-contract.ts';
import { describeReaders } from './describe-channel.ts';
import { meantBus } from './event-bus.ts';
import { pagerdutyAddress } from './payloads/pagerduty.ts';
import { sendMessage } from './platform/channel-sender.ts';
import { addressProblem, poster } from './platform/post.ts';
import { meantHub } from './security-hub.ts';

const operations: Operations<typeof channelsContract> = {
  async listChannels({ installation }) {
    const [{ records, invalid }, reach] = await Promise.all([installation.channels.list(), reachOf(installation)]);
    const rows = records.map((each) => ({ ...recordDocument(channelRecord, each), ...reach(each) }));
    return { document: { rows, next: null, invalid: invalid.map(({ key, problem }) => ({ key, problem })) } };
  },

  async showChannel(work, { channel }) {
    const { found, record } = await foundChannel(work, channel);
    const reach = await reachOf(work.installation);
    return { document: { ...recordDocument(channelRecord, record), ...reach(record) }, version: versionOf(found) };
  },

  async setChannel(work, { channel: name, dryRun, body: { address, secret, ...said } }) {
    const { installation } = work;
    refuseWithoutChannels(work);
    const proposal = await proposeSetting(work, channelRecords(work), { key: { name }, said });
    const wanted = wantedIn(proposal) ?? (await foundChannel(work, name)).record;
    refuseApprover(work, wanted);
    await refuseTooMany(work, proposal.version === 'absent');
    const connections = await installation.connections.read();
    const { connection, madeSecret } = wantedConnection(work, wanted, { address, secret, before: connections[name] });
    const isApplied = dryRun === undefined;
    const { document } = isApplied ? await makeSeen(work, proposal) : proposal;
    if (isApplied && JSON.stringify(connections[name]) !== JSON.stringify(connection)) {
      await installation.connections.put(name, connection);
      // What is at another address may take messages.
      await clearRecipient(installation, channelAddress(wanted), authorOf(work));
    }
    return {
      document: {
        ...document,
        applied: isApplied,
        madeSecret: isApplied ? (madeSecret ?? null) : null,
        needs: isOfAws(wanted) && installation.eventBuses === undefined ? 'aws-credentials' : null,
        sees: describeReaders(wanted),
      },
    };
  },

  async removeChannel(work, { channel: name, dryRun }) {
    const proposal = await proposeRemoval(work, channelRecords(work), { name });
    const isApplied = dryRun === undefined;
    const { document } = isApplied ? await makeSeen(work, proposal) : proposal;
    if (isApplied) {
      await work.installation.connections.put(name, undefined);
    }
    return { document: { ...document, applied: isApplied } };
  },

  async testChannel(work, { channel: name }) {
    const { installation, nowMs } = work;
    refuseWithoutChannels(work);
    const { record } = await foundChannel(work, name);
    const connection = (await installation.connections.read())[name];
    if (connection === undefined || connection.kind !== record.kind) {
      throw new Problem(
        'conflict',
        `The channel ${name} has no address yet: npx curfew channels add ${name} --kind ${record.kind} --address …`,
      );
    }
    const sees = describeReaders(record);
    const problem = await tried(connection, { work, sees });
    if (problem === undefined) {
      const author = { name: authorOf(work).name, at: new Date(nowMs).toISOString() };
      // Under the key that seals now: the one before may be removed.
      await installation.connections.put(name, connection);
      await clearRecipient(installation, channelAddress(record), author);
    }
    return { document: { channel: name, sent: problem === undefined, problem: problem ?? null, sees } };
  },
};

/** Where alerts go beside mail. */
export const channels = { contract: channelsContract, operations };

/** What is shown of where channels are reached, and whether they take messages. */
async function reachOf({ connections, recipients }: OperationWork['installation']) {
  const [known, addresses] = await Promise.all([connections.read(), recipients.list()]);
  const troubled = new Map(addresses.filter(isTroubled).map((each) => [each.address, each] as const));
  return (terms: ChannelTerms) => {
    const recipient = channelAddress(terms);
    const connection = known[terms.name];
    const reached = connection?.kind === terms.kind ? connection : undefined;
    return {
      recipient,
      ...shownConnection(reached),
      ...shownState(reached, troubled.get(recipient)),
      sees: describeReaders(terms),
    };
  };
}

function shownConnection(connection: ChannelConnection | undefined) {
  return connection === undefined
    ? { host: null, fingerprint: null }
    : {
        // An ARN is no secret: without credentials it leads nowhere.
        host: isOfAws(connection) ? connection.address : (URL.parse(connection.address)?.host ?? null),
        fingerprint: sha256(JSON.stringify([connection.address, connection.secret])).slice(0, 8),
      };
}

function shownState(connection: ChannelConnection | undefined, troubled: TroubledRecipient | undefined) {
  if (connection === undefined) {
    return { state: 'no-address', since: null, problem: null } as const;
  }
  return troubled === undefined
    ? ({ state: 'ready', since: null, problem: null } as const)
    : ({ state: 'unreachable', since: troubled.trouble.since, problem: troubled.trouble.detail } as const);
}

async function foundChannel(work: OperationWork, name: string) {
  const { installation } = work;
  const found = await installation.channels.find({ name });
  const record = recordInForce(found);
  if (record === undefined) {
    throw notThere(channelRecords(work), { name });
  }
  return { found, record };
}

function refuseWithoutChannels({ installation }: OperationWork): void {
  const { refusal } = installation.connections;
  if (refusal !== undefined) {
    throw new Problem('refused', refusal);
  }
}

/** Those who may not decide themselves name no channel that does, and lead none elsewhere. A pager asks nothing. */
function refuseApprover({ installation, caller }: OperationWork, terms: ChannelTerms): void {
  const problem = termsProblem(terms);
  if (problem !== undefined) {
    throw new Problem('invalid-input', problem);
  }
  const { name, approver } = terms;
  const { roles, fourEyes } = installation.readSettings();
  if (approver === true && isBound(callerOfChannel(name), fourEyes, 'ownLimit')) {
    throw new Problem(
      'refused',
      `The channel ${name} decides on requests, and no one knows who clicks there: that needs the setting fourEyes.ownLimit to be false. Requests without buttons: --reports requests`,
    );
  }
  const access = decideAccess(caller, roles, { right: 'decide-requests' });
  if (approver === true && (access.kind === 'refused' || access.onlyTeams !== undefined)) {
    const reason = access.kind === 'refused' ? access.reason : `${caller.name} decides for a team alone`;
    throw new Problem('not-allowed', `The channel ${name} decides on requests: ${reason}`);
  }
}

async function refuseTooMany({ installation }: OperationWork, isNew: boolean): Promise<void> {
  const { records } = isNew ? await installation.channels.list() : { records: [] };
  if (records.length >= channelLimits.channelsMax) {
    throw new Problem(
      'refused',
      `There are ${channelLimits.channelsMax} channels, which is the most; remove one first`,
    );
  }
}

/** The channels of an installation, to be edited: no limit depends on them. */
function channelRecords({ installation }: OperationWork): EditedRecords<ChannelKey, ChannelTerms> {
  return {
    kind: channelKind,
    record: channelRecord,
    store: installation.channels,
    listedBy: 'channels list',
  };
}

function wantedIn({ change }: RecordProposal<ChannelTerms>): ChannelTerms | undefined {
  return change === undefined || change.kind === 'remove' ? undefined : change.after;
}

/** Where the channel is to be reached: what is not given stays. Raises Problem that repeats nothing of what was given. */
function wantedConnection(
  { installation }: OperationWork,
  { name, kind }: ChannelTerms,
  {
    before,
    ...given
  }: {
    readonly address: string | undefined;
    readonly secret: string | undefined;
    readonly before: ChannelConnection | undefined;
  },
): { readonly connection: ChannelConnection; readonly madeSecret?: string } {
  const kept = before?.kind === kind ? before : undefined;
  const text = given.address?.trim() ?? kept?.address ?? (kind === 'pagerduty' ? pagerdutyAddress : undefined);
  if (text === undefined && kind !== 'securityhub') {
    throw fieldProblem('address', `is missing: give where messages to ${name} are posted`);
  }
  const address = wantedAddress(installation, kind, text);
  const secret = given.secret?.trim() ?? kept?.secret;
  const fault = secretProblem(kind, secret);
  if (fault !== undefined) {
    throw fieldProblem('secret', fault);
  }
  const madeSecret =
    kind === 'webhook' && secret === undefined ? `whsec_${randomBytes(32).toString('base64')}` : undefined;
  const key = secret ?? madeSecret;
  return {
    connection: { kind, address, secret: key },
    madeSecret,
  };
}

/** The address that a text means. Raises Problem that repeats nothing of it. */
function wantedAddress(installation: OperationWork['installation'], kind: ChannelKind, text = ''): string {
  if (kind === 'eventbridge' || kind === 'securityhub') {
    const { eventBuses, securityHub } = installation;
    const meant = kind === 'securityhub' ? meantHub(text, securityHub) : meantBus(text, eventBuses);
    if ('problem' in meant) {
      throw fieldProblem('address', meant.problem);
    }
    return meant.arn;
  }
  const problem = addressProblem(text, { allowsPrivate: installation.readSettings().privateChannels });
  if (problem !== undefined) {
    throw fieldProblem('address', problem);
  }
  return text;
}

function fieldProblem(field: 'address' | 'secret', problem: string): Problem {
  return new Problem('invalid-input', `The ${field} ${problem}`, { fields: [{ field: `body.${field}`, problem }] });
}

/** Sends a test; why it did not arrive. What opens an incident closes it again. */
async function tried(
  connection: ChannelConnection,
  { work, sees }: { readonly work: OperationWork; readonly sees: string },
): Promise<string | undefined> {
  const { installation, caller, nowMs, ids } = work;
  const at = new Date(nowMs).toISOString();
  const outgoing = {
    messageId: `msg_${sha256(ids.next()).slice(0, 32)}`,
    subject: `A test of Curfew, sent by ${plainText(caller.name)}`,
    text: `${sees} Nothing is to be done.`,
    message: { at, alerts: [], alertsInAll: 0 },
  };
  const parts = { post: poster({ allowsPrivate: installation.readSettings().privateChannels }), clock: systemClock };
  const result = await sendMessage(outgoing, connection, parts);
  if (result.kind === 'sent' && connection.kind === 'pagerduty') {
    await sendMessage({ ...outgoing, isOver: true as const }, connection, parts);
  }
  return result.kind === 'sent' ? undefined : result.problem;
}
