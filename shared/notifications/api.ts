import { formatScope } from '../budgets/scope.ts';
import { identitiesOf } from '../controls/api/stored-controls.ts';
import { decideAccess } from '../kernel/access/decide-access.ts';
import { authorOf, type Operations, type OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { notAcknowledged, notMuted } from '../kernel/api/refusals.ts';
import type { OperationGiven } from '../kernel/contract/contracts.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { dayOf } from '../kernel/time/day.ts';
import type { TroubledRecipient } from '../mail/recipient.ts';
import { clearRecipient } from '../mail/use-cases/clear-recipient.ts';
import { emailKey } from '../roster/email.ts';
import { countAlerts } from './alert-order.ts';
import { alertsContract, type MuteDocument, type UnreachableDocument } from './contract.ts';
import { type Mute, mutesInForce } from './mute.ts';
import type { AlertStatus } from './topics.ts';
import { acknowledgeAlert } from './use-cases/acknowledge.ts';
import { alertDocument, alertRowDocuments, filteredAlerts, readAlerts } from './use-cases/alert-document.ts';
import { muteAlerts, type MuteOutcome, unmuteAlerts } from './use-cases/mute-alerts.ts';
import { readRouting } from './use-cases/read-routing.ts';

const operations: Operations<typeof alertsContract> = {
  async listAlertRows(work, query) {
    const { rows: alerts, ...silent } = await listed(work, query);
    const rows = alertRowDocuments(alerts);
    return { document: { rows, next: null, bySeverity: countAlerts(alerts), ...silent } };
  },

  async listAlerts(work, query) {
    return { document: { ...(await listed(work, query)), next: null } };
  },

  async acknowledgeAlert(work, { alert, body: { reason, until } }) {
    const { installation, ids, caller } = work;
    const { name, at } = authorOf(work);
    const ports = { ...installation, clock: systemClock, ids };
    const access = decideAccess(caller, installation.readSettings().roles, { right: 'decide-controls' });
    const by = {
      by: name,
      at,
      reason,
      identities: identitiesOf(installation),
      exceptEvidence: access.kind !== 'allowed',
      until,
    };
    const outcome = await acknowledgeAlert(ports, alert, by);
    if (outcome.kind !== 'acknowledged') {
      throw notAcknowledged(outcome);
    }
    return { document: alertDocument(outcome.state, dayOf(work.nowMs)) };
  },

  async listMutes({ installation, nowMs }) {
    const mutes = mutesInForce(await installation.alerts.listMutes(), dayOf(nowMs));
    return { document: { rows: mutes.map(muteDocument), next: null } };
  },

  async muteAlerts(work, { body }) {
    const { name, at } = authorOf(work);
    const named = body.subject === undefined ? [] : await namedSubjects(work.installation);
    return { document: mutedDocument(await muteAlerts(mutePorts(work), { ...body, by: name, at }, named)) };
  },

  async unmuteAlerts(work, { mute }) {
    const { name, at } = authorOf(work);
    return { document: mutedDocument(await unmuteAlerts(mutePorts(work), mute, { by: name, at })) };
  },

  async listUnreachable({ installation }) {
    const settings = installation.readSettings();
    const { troubled } = await readRouting(installation.recipients, settings);
    const known = new Set(troubled.map(({ address }) => address));
    const named = [...new Set(settings.alerts.unreachable.map(emailKey))];
    const byHand = named.filter((address) => !known.has(address)).toSorted();
    const rows = [...troubled.map(troubledDocument), ...byHand.map(keptByHand)];
    return { document: { rows, next: null } };
  },

  async clearUnreachable(work, { email }) {
    const outcome = await clearRecipient(work.installation, email, authorOf(work));
    switch (outcome.kind) {
      case 'cleared':
        break;
      case 'stale':
        throw new Problem(
          'conflict',
          'Something came back from that address at this moment; look at "npx curfew alerts unreachable list" again',
        );
      case 'not-there':
        throw new Problem(
          'not-found',
          `No mail to ${plainText(email)} came back; an address of the settings is taken off alerts.unreachable there`,
        );
    }
    const { address, cleared } = outcome.recipient;
    const { cause, since } = outcome.trouble;
    return { document: { address, cause, since, clearedBy: cleared?.by ?? null, clearedAt: cleared?.at ?? null } };
  },
};

/** What asks for attention, and whom mail does not reach. */
export const alerts = { contract: alertsContract, operations };

async function listed(
  { installation, nowMs }: OperationWork,
  query: Pick<OperationGiven<'listAlerts'>, 'status' | 'severity' | 'kind' | 'alert' | 'search'>,
) {
  const { alert: id, status = id === undefined ? 'open' : 'all' } = query;
  const known = filteredAlerts(await readAlerts(installation.alerts, dayOf(nowMs)), query);
  const rows = known.filter((alert) => status === 'all' || alert.status === status);
  const silent = status === 'open' ? known : [];
  const countOf = (silence: AlertStatus): number => silent.filter((alert) => alert.status === silence).length;
  return {
    rows,
    acknowledged: countOf('acknowledged'),
    snoozed: countOf('snoozed'),
    muted: countOf('muted'),
  };
}

/** People and budgets, which alerts may be about before there is one. */
async function namedSubjects({ users, budgets }: OperationWork['installation']): Promise<readonly string[]> {
  const [people, table] = await Promise.all([users.list(), budgets.list()]);
  return [
    ...people.flatMap(({ email }) => email ?? []),
    ...new Set(table.budgets.map(({ scope }) => formatScope(scope))),
  ];
}

function mutePorts({ installation, ids }: OperationWork) {
  return { ...installation, clock: systemClock, ids };
}

function muteDocument({ muteId, kind, subject, by, at, reason, until }: Mute): MuteDocument {
  return { id: muteId, kind, subject: subject ?? null, by, at, reason, until };
}

function mutedDocument(outcome: MuteOutcome) {
  if (outcome.kind !== 'done') {
    throw notMuted(outcome);
  }
  return { ...muteDocument(outcome.mute), alerts: outcome.alerts };
}

function troubledDocument({ address, trouble }: TroubledRecipient): UnreachableDocument {
  const { cause, since, detail, mailId, subject } = trouble;
  return { address, cause, since, detail, mailId: mailId ?? null, subject: subject ?? null };
}

/** One of the list in the settings: nothing more is known of it. */
function keptByHand(address: string): UnreachableDocument {
  return { address, cause: 'settings', since: null, detail: null, mailId: null, subject: null };
}
