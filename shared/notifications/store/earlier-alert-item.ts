/** Earlier field names of states and notifications, which stored records keep. */
const namesSince: Readonly<Record<string, string>> = {
  alertId: 'conditionId',
  noticeId: 'notificationId',
  matter: 'observation',
  tellsAdmins: 'notifiesAdmins',
  goneHeadline: 'resolvedHeadline',
  goneAfterNights: 'resolvesAfterNights',
  toldFingerprints: 'notifiedFingerprints',
  toldAmountCredits: 'notifiedAmountCredits',
  isResolutionTold: 'isResolutionNotified',
};

const kindsSince: Readonly<Record<string, string>> = {
  matter: 'observed',
  'matter-raised': 'condition-raised',
  'matter-changed': 'condition-changed',
  'matter-resolved': 'condition-resolved',
};

/** A stored state or notification under present names. */
export function inTodaysNames(record: unknown): unknown {
  if (!isRecord(record) || !('alertId' in record || 'noticeId' in record)) {
    return record;
  }
  const named = renamed(record);
  return 'noticeId' in record && isRecord(named) ? { kind: 'condition', ...named } : named;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(renamed);
  }
  if (!isRecord(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      namesSince[name] ?? name,
      name === 'kind' && typeof field === 'string' ? (kindsSince[field] ?? field) : renamed(field),
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
