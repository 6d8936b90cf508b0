import { formatScope } from '../../../budgets/scope.ts';
import type { UserStore } from '../../../enforcement/ports.ts';
import type { Clock } from '../../../kernel/runs/ports.ts';
import type { AmountNeeded } from '../../../kernel/texts/amounts.ts';
import type { Figure } from '../../../mail/content.ts';
import { describeNotification } from '../../../notifications/compose/describe-notification.ts';
import { resetText } from '../../../notifications/compose/reset-text.ts';
import { openStop, openUse } from '../../../notifications/conditions/come-back.ts';
import { isInAlarm, type ConditionState } from '../../../notifications/conditions/condition-state.ts';
import type { AlertStore } from '../../../notifications/ports.ts';
import { routedPeople } from '../../../notifications/routing.ts';
import { factsOfStop } from '../../../notifications/stops/describe-stop.ts';
import { emailKey } from '../../../roster/email.ts';
import { isInTime, linkCharsMax, type LinkClaim, type LinkPurpose } from '../../link-claim.ts';
import type { LinkSigner, RequestStore } from '../../ports.ts';
import type { RequestedBudget } from '../../request.ts';

export interface LinkPorts {
  readonly links: LinkSigner;
  readonly clock: Clock;
}

/** What a link says, when it is valid, in time and for this; undefined whatever else it is. */
export async function openLink(
  { links, clock }: LinkPorts,
  token: string,
  purpose: LinkPurpose,
): Promise<LinkClaim | undefined> {
  const claim = await signedLink({ links }, token, purpose);
  return claim !== undefined && isInTime(claim, clock.now()) ? claim : undefined;
}

/** What a link of ours says, when it is for this, be it in time or not. */
export async function signedLink(
  { links }: { readonly links: LinkSigner },
  token: string,
  purpose: LinkPurpose,
): Promise<LinkClaim | undefined> {
  const claim = token === '' || token.length > linkCharsMax ? undefined : await links.read(token);
  return claim?.purpose === purpose ? claim : undefined;
}

/** How long a form is valid after its page was opened. */
const formSeconds = 2 * 60 * 60;

/** The token of a form: for one person and one act. The act names the version that it changes, so that it works once. */
export async function formToken({ links, clock }: LinkPorts, person: string, act: string): Promise<string> {
  const expiresAt = Math.floor(clock.now() / 1_000) + formSeconds;
  return links.sign({ purpose: 'form', person, subject: act, expiresAt, nonce: 'form' });
}

/** The link of one person to the page that connects the hook of their machines; as good as a form. */
export async function hookToken({ links, clock }: LinkPorts, person: string): Promise<string> {
  const expiresAt = Math.floor(clock.now() / 1_000) + formSeconds;
  return links.sign({ purpose: 'hook', person, subject: 'hook', expiresAt, nonce: 'hook' });
}

export async function isFormOf(
  ports: LinkPorts,
  token: string,
  { person, act }: { readonly person: string; readonly act: string },
): Promise<boolean> {
  const claim = await openLink(ports, token, 'form');
  return claim?.person === person && claim.subject === act;
}

export interface Asker {
  readonly userId: string;
  readonly email: string;
  readonly about?: RequestedBudget;
  readonly headline: string;
  readonly facts: readonly Figure[];
  readonly lines: readonly string[];
  readonly isOpen: boolean;
  /** Of a stop that has ended: when a run found that. */
  readonly freedAt?: string;
  /** It is about their limit, which may have changed since the mail. */
  readonly isOfLimit?: boolean;
  readonly needed?: AmountNeeded;
}

export interface AskerPorts {
  readonly alerts: AlertStore;
  readonly requests: RequestStore;
  readonly users: UserStore;
}

/** Finds out whom a link to ask is for; undefined when the address is not theirs alone any more. */
export async function findAsker(ports: AskerPorts, { subject, person }: LinkClaim): Promise<Asker | undefined> {
  const known = await knownOf(ports, subject);
  if (known === undefined) {
    return undefined;
  }
  const { emails } = routedPeople(await ports.users.list());
  return emailKey(emails.get(known.userId) ?? '') === person ? { ...known, email: person } : undefined;
}

const ofRequest = 'request/';

async function knownOf(ports: AskerPorts, subject: string): Promise<Omit<Asker, 'email'> | undefined> {
  if (subject.startsWith(ofRequest)) {
    const request = await ports.requests.find(subject.slice(ofRequest.length));
    return request === undefined
      ? undefined
      : {
          userId: request.userId,
          about: request.about,
          headline: 'You can ask again',
          facts: [],
          lines: [],
          isOpen: true,
        };
  }
  const [state] = await ports.alerts.find([subject]);
  return state === undefined ? undefined : knownFrom(state);
}

/** Whether a notification is still true for its recipient, whatever the state of the budget's other users. */
function isStill(state: ConditionState): boolean {
  switch (state.kind) {
    case 'stop':
      return state.phase === 'in-alarm';
    case 'use':
      return !state.isClosed && state.lines.some(({ phase }) => phase === 'in-alarm');
    case 'forecast':
    case 'observed':
      return isInAlarm(state);
  }
}

function knownFrom(state: ConditionState): Omit<Asker, 'email'> | undefined {
  const base = { isOpen: isStill(state) };
  const notified = {
    kind: 'condition',
    notificationId: '',
    recipient: '',
    severity: 'info',
    at: '',
    role: 'user',
    askWhom: [],
  } as const;
  if (state.kind === 'stop') {
    const event = openStop(state, state.conditionId);
    const { user, scope, window } = state.stop;
    return {
      ...base,
      isOfLimit: true,
      ...(!base.isOpen && { freedAt: state.asOf }),
      userId: user.userId,
      about: {
        scope: scope === undefined ? undefined : formatScope(scope),
        window: window.kind,
        through: window.through,
      },
      headline: describeNotification({ ...notified, event }).headline,
      facts: factsOfStop(event, notified),
      lines: [],
      needed: state.stop.needed,
    };
  }
  if (state.kind === 'use' && state.facts.user !== undefined) {
    const event = openUse(state, state.conditionId);
    const { user, scope, window } = state.facts;
    const { headline, details } = describeNotification({ ...notified, event });
    return {
      ...base,
      isOfLimit: true,
      userId: user.userId,
      about: { scope: formatScope(scope), window: window.kind, through: window.through },
      headline,
      facts: [{ label: 'Resets', value: resetText(state.facts) }],
      lines: details.slice(0, 3),
    };
  }
  return undefined;
}
