import type { RequestSettings } from '../../application/requests/give-credits.ts';
import { sendAskPage, showAskPage, type AskPagePorts, type Form } from './ask-page.ts';
import { sendDecidePage, showDecidePage, views, type DecidePagePorts } from './decide-page.ts';
import { sendHookPage, showHookPage, type HookPagePorts } from './hook-page.ts';
import { openLink } from './opened-link.ts';
import { refusedLink, type PageAnswer } from './page-frame.ts';

export type { PageAnswer } from './page-frame.ts';

export interface RequestPagePorts extends AskPagePorts, DecidePagePorts, Omit<HookPagePorts, 'users'> {
  /** As they are now. */
  readonly settings: () => RequestSettings;
}

/** The pages behind the links in mails, for whoever mounts them: on Lambda, or on one machine. */
export interface RequestPages {
  /** Never changes anything: scanners of mail open links. `path` begins with `/ask/`, `/decide/` or `/hook/`. */
  get(path: string, at?: PageAddress): Promise<PageAnswer>;
  /** What a form sends, decoded; the form carries a token of its own. */
  post(path: string, form: Form, at?: PageAddress): Promise<PageAnswer>;
}

/** Where the pages are reached, without a slash at its end; where it is not given, a page names no address. */
export interface PageAddress {
  readonly links: string;
}

const pathPattern = /^\/(ask|decide|hook)\/([\w.-]+)(?:\/(approve|less|deny))?$/u;

export function requestPages(ports: RequestPagePorts): RequestPages {
  return {
    async get(path, at) {
      const opened = await open(ports, path);
      if (opened === undefined) {
        return refusedLink();
      }
      const { claim, view } = opened;
      if (claim.purpose === 'hook') {
        return showHookPage(ports, claim, at);
      }
      return claim.purpose === 'ask'
        ? showAskPage(ports, ports.settings(), claim)
        : showDecidePage(ports, ports.settings(), { claim, view });
    },
    async post(path, form, at) {
      const opened = await open(ports, path);
      if (opened === undefined) {
        return refusedLink();
      }
      if (opened.claim.purpose === 'hook') {
        return sendHookPage(ports, { claim: opened.claim, form }, at);
      }
      const order = { claim: opened.claim, form, again: opened.again };
      return opened.claim.purpose === 'ask'
        ? sendAskPage(ports, ports.settings(), order)
        : sendDecidePage(ports, ports.settings(), order);
    },
  };
}

async function open(ports: RequestPagePorts, path: string) {
  const [, purpose, token = '', named] = pathPattern.exec(path) ?? [];
  const claim =
    purpose === 'ask' || purpose === 'decide' || purpose === 'hook' ? await openLink(ports, token, purpose) : undefined;
  const view = views.find((each) => each === named) ?? 'approve';
  // Relative, whatever the address of the door is.
  return claim === undefined ? undefined : { claim, view, again: named === undefined ? `./${token}` : `../${token}` };
}
