import type { UserStore } from '../../enforcement/ports.ts';
import { callerOfLink } from '../../kernel/access/caller.ts';
import { hookPaths } from '../../kernel/contract/api-paths.ts';
import { html, type Html } from '../../kernel/texts/html.ts';
import { routedPeople } from '../../notifications/routing.ts';
import type { Form } from '../../requests/api/pages/ask-page.ts';
import { formToken, isFormOf, type LinkPorts } from '../../requests/api/pages/opened-link.ts';
import { page, problemList, refusedLink, type PageAnswer } from '../../requests/api/pages/page-frame.ts';
import type { LinkClaim } from '../../requests/link-claim.ts';
import { emailKey } from '../../roster/email.ts';
import { hookTokensMax, shownTokenId, type HookToken } from '../hook-token.ts';
import { makeToken, revokeHookToken, tokensOf, workingTokens, type ConnectPorts } from '../use-cases/connect-hook.ts';

export interface HookPagePorts extends ConnectPorts, LinkPorts {
  readonly users: Pick<UserStore, 'list'>;
  /** The unguessable text of a new token. */
  readonly newToken: () => string;
}

interface Person {
  readonly userId: string;
  readonly email: string;
}

type At = { readonly links: string } | undefined;

/** The page on which a person connects their hook, with their keys. Changes nothing. */
export async function showHookPage(ports: HookPagePorts, claim: LinkClaim, at: At): Promise<PageAnswer> {
  const person = await personOf(ports, claim);
  return person === undefined ? refusedLink() : hookPage(ports, { person, at });
}

/** Sends a form of that page: makes a key, which is shown once, or revokes one. */
export async function sendHookPage(
  ports: HookPagePorts,
  { claim, form }: { readonly claim: LinkClaim; readonly form: Form },
  at: At,
): Promise<PageAnswer> {
  const person = await personOf(ports, claim);
  if (person === undefined) {
    return refusedLink();
  }
  const tokens = await tokensOf(ports, person.userId);
  const revoked = workingTokens(tokens).find(({ id }) => id === form.get('revoke'));
  const act = revoked === undefined ? makeAct(tokens) : revokeAct(revoked);
  if (!(await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act }))) {
    return hookPage(ports, { person, at, problem: 'The page was open for too long, or was sent before. Look again.' });
  }
  if (revoked !== undefined) {
    const by = { name: callerOfLink(person.email).name, at: new Date(ports.clock.now()).toISOString() };
    await revokeHookToken(ports, revoked, by);
    return hookPage(ports, { person, at });
  }
  const text = ports.newToken();
  return (await makeToken(ports, person, text)) !== undefined
    ? hookPage(ports, { person, at, text })
    : hookPage(ports, { person, at, problem: `You have ${hookTokensMax} keys, which is the most: revoke one.` });
}

/** Whom the link is for; undefined when the address is not theirs alone any more. */
async function personOf({ users }: HookPagePorts, { person }: LinkClaim): Promise<Person | undefined> {
  const { emails } = routedPeople(await users.list());
  const [found] = [...emails].filter(([, email]) => emailKey(email) === person);
  return found === undefined ? undefined : { userId: found[0], email: person };
}

/** How many were ever made is part of it, so that a form makes one key. */
function makeAct({ length }: readonly HookToken[]): string {
  return `hook/make/${length}`;
}

function revokeAct({ id }: HookToken): string {
  return `hook/revoke/${id}`;
}

async function hookPage(
  ports: HookPagePorts,
  {
    person,
    at,
    problem,
    text,
  }: {
    readonly person: Person;
    readonly at: At;
    readonly problem?: string;
    /** A token that was just made. */
    readonly text?: string;
  },
): Promise<PageAnswer> {
  const tokens = await tokensOf(ports, person.userId);
  const form = async (act: string) => formToken(ports, person.email, act);
  const rows = await Promise.all(
    workingTokens(tokens).map(async (token) => tokenRow(token, await form(revokeAct(token)))),
  );
  return page(problem === undefined ? 200 : 400, 'See what is left while you work', [
    ...problemList(problem === undefined ? [] : [problem]),
    html`<p>
      A hook of your command-line client tells Curfew which session is yours, and prints what you have left and when it
      resets. It sends the id of the session and the name of the event, and nothing else: no prompt, no path, no file.
    </p>`,
    ...(text === undefined ? [] : [newKey(text, at)]),
    steps(at),
    html`<h2>Your keys</h2>`,
    ...(rows.length === 0 ? [html`<p>None yet. Make one for each machine.</p>`] : rows),
    html`<form method="post">
      <input type="hidden" name="form" value="${await form(makeAct(tokens))}" />
      <button type="submit">Make a key</button>
    </form>`,
    html`<p class="quiet">
      Who has a key can say which sessions are yours, and read what you have left; it opens nothing else. Revoke one
      that is lost.
    </p>`,
  ]);
}

function newKey(text: string, at: At): Html {
  const key = `${at?.links ?? ''}/hook#${text}`;
  return html`<h2>Your new key</h2>
    <p>It is shown this once. Copy the whole line, and paste it where the second command asks for it.</p>
    <p><code>${key}</code></p>`;
}

function steps(at: At): Html {
  const file = `${at?.links ?? ''}${hookPaths.file}`;
  return html`<h2>Two commands</h2>
    <p>With Node 20 or newer. HOOKS_FILE is where your client keeps its hooks; the rest of it stays unchanged.</p>
    <p><code>curl -fsSo curfew-hook.mjs ${file}</code></p>
    <p><code>node curfew-hook.mjs install --file HOOKS_FILE</code></p>`;
}

function tokenRow(token: HookToken, form: string): Html {
  return html`<form method="post">
    <input type="hidden" name="form" value="${form}" />
    <input type="hidden" name="revoke" value="${token.id}" />
    Key ${shownTokenId(token)}, made ${token.madeAt.slice(0, 16).replace('T', ' ')} UTC
    <button type="submit" class="plain">Revoke</button>
  </form>`;
}
