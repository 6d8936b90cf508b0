import { useState } from 'react';

import { useChange } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card } from './card.tsx';
import type { Own, OwnPerson } from './own-status.ts';

/** Hook tokens to make and revoke, and the commands to install the hook. */
export function HookTokens({ hook, tokens }: Pick<OwnPerson, 'tokens'> & { readonly hook: Own['hook'] }) {
  const make = useChange('makeHookToken');
  const links = hook.links ?? `${location.origin}/requests/link`;
  return (
    <Card count={tokens.length} title="My hook">
      <p className="soft">
        A hook of your command-line client prints what you have left after each task. It sends the id of the session and
        the name of the event: no prompt, no path, no file.
      </p>
      {make.error && <ProblemAlert problem={make.error} />}
      {make.data && <NewToken links={links} text={make.data.document.text} />}
      <ul className="rows">
        {tokens.map((token) => (
          <li className="me-token" key={token.token}>
            <span>
              <code>{token.token}</code>{' '}
              <span className="soft">
                made <TimeText at={token.madeAt} isAgo />
              </span>
            </span>
            <Revoke name={token.token} />
          </li>
        ))}
      </ul>
      <p>
        <button
          className="me-button"
          disabled={make.isPending || tokens.length >= hook.tokensMax}
          onClick={() => make.mutate({ given: {} })}
          type="button"
        >
          {tokens.length === 0 ? 'Make a token' : 'Make another, for another machine'}
        </button>
      </p>
      <details>
        <summary>Install it: two commands</summary>
        <p className="soft">
          With Node 20 or newer. HOOKS_FILE is where your client keeps its hooks; what else is in it stays.
        </p>
        <Copied label="Copy the first command" text={`curl -fsSo curfew-hook.mjs ${links}${hook.file}`} />
        <Copied label="Copy the second command" text="node curfew-hook.mjs install --file HOOKS_FILE" />
      </details>
    </Card>
  );
}

function NewToken({ links, text }: { readonly links: string; readonly text: string }) {
  return (
    <div className="me-new" role="status">
      <p>
        <b>Your new token.</b> It is shown this once: paste the whole line where the second command asks for it.
      </p>
      <Copied label="Copy the token" text={`${links}/hook#${text}`} />
    </div>
  );
}

/** Confirmed first: the token's machine stops reporting. */
function Revoke({ name }: { readonly name: string }) {
  const [isAsked, setAsked] = useState(false);
  const revoke = useChange('revokeOwnHookToken');
  return isAsked ? (
    <span className="me-token">
      {revoke.error && <ProblemAlert problem={revoke.error} />}
      <button
        className="me-button"
        disabled={revoke.isPending}
        onClick={() => revoke.mutate({ given: { token: name } })}
        type="button"
      >
        Revoke it now
      </button>
      <button className="me-button" onClick={() => setAsked(false)} type="button">
        Leave it
      </button>
    </span>
  ) : (
    <button aria-label={`Revoke the token ${name}`} className="me-button" onClick={() => setAsked(true)} type="button">
      Revoke
    </button>
  );
}

/** A line to copy. */
function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="me-copied">
      <code>{text}</code>
      <button
        aria-label={label}
        className="me-button"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
        type="button"
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
