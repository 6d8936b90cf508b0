import { channelIn } from '../../../channels/channel.ts';
import { sendHookPage, showHookPage, type HookPagePorts } from '../../../hook/api/hook-page.ts';
import { isVisit } from '../../../hook/hint.ts';
import type { HintStore } from '../../../hook/ports.ts';
import { msPerDay } from '../../../kernel/time/day.ts';
import { isInTime, linkPurposes, type LinkClaim } from '../../link-claim.ts';
import { requestLimits } from '../../request.ts';
import type { RequestSettings } from '../../use-cases/give-credits.ts';
import { sendAcknowledgePage, showAcknowledgePage, type AcknowledgePagePorts } from './acknowledge-page.ts';
import { sendAskPage, showAskPage, type AskPagePorts, type Form } from './ask-page.ts';
import { sendChannelAlertPage, showChannelAlertPage, type ChannelAlertPagePorts } from './channel-alert-page.ts';
import { sendDecidePage, showDecidePage, views, type DecidePagePorts } from './decide-page.ts';
import { openLink, signedLink } from './opened-link.ts';
import { expiredLink, refusedLink, type PageAnswer } from './page-frame.ts';

export type { PageAnswer } from './page-frame.ts';

interface RequestPagePorts
  extends AskPagePorts, DecidePagePorts, AcknowledgePagePorts, ChannelAlertPagePorts, Omit<HookPagePorts, 'users'> {
  readonly settings: () => RequestSettings;
  readonly hints: HintStore;
}

/** The pages behind mail links, served on Lambda or on one machine. */
export interface RequestPages {
  /**
   * Changes nothing except a visit note, since mail scanners open links. `path` begins with `/ask/`, `/decide/`,
   * `/hook/` or `/acknowledge/`.
   */
  get(path: string, at?: PageAddress): Promise<PageAnswer>;
  /** The answer to a form behind a link that opens nothing, before anything of the form is read; undefined of others. */
  refuse(path: string): Promise<PageAnswer | undefined>;
  /** What a form sends, decoded; the form carries a token of its own. */
  post(path: string, form: Form, at?: PageAddress): Promise<PageAnswer>;
}

/** Where the pages are reached, without a slash at its end; where it is not given, a page names no address. */
export interface PageAddress {
  readonly links: string;
}

const pathPattern = /^\/(ask|decide|hook|acknowledge)\/([\w.-]+)(?:\/(approve|less|deny))?$/u;

export function requestPages(ports: RequestPagePorts): RequestPages {
  return {
    async get(path, at) {
      const opened = await open(ports, path);
      if (opened === undefined) {
        return refusal(ports, path);
      }
      const { claim, view } = opened;
      await noteVisit(ports, claim);
      switch (claim.purpose) {
        case 'ask':
          return showAskPage(ports, ports.settings(), claim);
        case 'decide':
          return showDecidePage(ports, ports.settings(), { claim, view });
        case 'hook':
          return showHookPage(ports, claim, at);
        case 'acknowledge':
          return channelIn(claim.person) === undefined
            ? showAcknowledgePage(ports, claim)
            : showChannelAlertPage(ports, claim);
        case 'form':
          return refusedLink();
      }
    },
    refuse: async (path) => ((await open(ports, path)) === undefined ? refusal(ports, path) : undefined),
    async post(path, form, at) {
      const opened = await open(ports, path);
      if (opened === undefined) {
        return refusal(ports, path);
      }
      const order = { claim: opened.claim, form, again: opened.again };
      switch (opened.claim.purpose) {
        case 'ask':
          return sendAskPage(ports, ports.settings(), order);
        case 'decide':
          return sendDecidePage(ports, ports.settings(), order);
        case 'hook':
          return sendHookPage(ports, order, at);
        case 'acknowledge':
          return channelIn(order.claim.person) === undefined
            ? sendAcknowledgePage(ports, order)
            : sendChannelAlertPage(ports, order);
        case 'form':
          return refusedLink();
      }
    },
  };
}

/** A person who requests credits or connects a hook is active; deciders and acknowledgers may be anyone. */
async function noteVisit({ hints, clock }: RequestPagePorts, { purpose, person, expiresAt }: LinkClaim): Promise<void> {
  const atMs = clock.now();
  const signedAtMs = expiresAt * 1_000 - requestLimits.linkDaysMax * msPerDay;
  if ((purpose === 'ask' || purpose === 'hook') && isVisit(signedAtMs, atMs)) {
    await hints.recordVisit({ person, atMs });
  }
}

/** People learn nothing of a link that does not work; a channel, that its link has expired. */
async function refusal(ports: RequestPagePorts, path: string): Promise<PageAnswer> {
  const { purpose, token } = partsOf(path);
  const claim = purpose === undefined ? undefined : await signedLink(ports, token, purpose);
  return claim !== undefined && channelIn(claim.person) !== undefined && !isInTime(claim, ports.clock.now())
    ? expiredLink()
    : refusedLink();
}

function partsOf(path: string) {
  const [, named, token = '', shown] = pathPattern.exec(path) ?? [];
  return { purpose: linkPurposes.find((each) => each === named), token, shown };
}

async function open(ports: RequestPagePorts, path: string) {
  const { purpose, token, shown } = partsOf(path);
  const claim = purpose === undefined ? undefined : await openLink(ports, token, purpose);
  const view = views.find((each) => each === shown) ?? 'approve';
  // Relative, whatever the address of the API is.
  return claim === undefined ? undefined : { claim, view, again: shown === undefined ? `./${token}` : `../${token}` };
}
