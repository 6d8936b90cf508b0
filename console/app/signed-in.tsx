import { useEffect, useState, type ReactNode } from 'react';

import { problemOf, unreachable, type DoorProblem } from '../api/problem.ts';
import { exchangeLink, keptSession, signInPath } from '../api/machine-session.ts';
import { setSession } from '../api/session.ts';
import { useRead } from '../api/queries.ts';
import { SignedOut } from './signed-out.tsx';

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'out'; readonly problem: DoorProblem | undefined };

let starting: Promise<State> | undefined;

/** Signs in with the link that was opened, or with what this browser has kept; else says how to get in. */
export function SignedIn({ children }: { readonly children: () => ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'starting' });
  useEffect(() => {
    starting ??= begin();
    void starting.then(setState);
  }, []);
  switch (state.kind) {
    case 'starting':
      return null;
    case 'begun':
      return <Known>{children}</Known>;
    case 'out':
      return <SignedOut problem={state.problem} />;
  }
}

/** Nothing is shown before it is known who is there: pages differ by it. */
function Known({ children }: { readonly children: () => ReactNode }) {
  const { data, error } = useRead('showCaller', {}, { isLive: false });
  if (data === undefined) {
    return error === null ? null : <SignedOut problem={error} />;
  }
  return error?.kind === 'not-identified' ? <SignedOut problem={error} /> : children();
}

async function begin(): Promise<State> {
  try {
    const config = configIn(await fetch('/console.json'));
    if (location.pathname === signInPath) {
      const secret = location.hash.slice(1);
      // The secret is of no use any more; neither does it stay in the history.
      history.replaceState(null, '', '/');
      await exchangeLink(secret);
    }
    const session = keptSession((await config).signIn.people);
    setSession(session);
    return session === undefined ? { kind: 'out', problem: undefined } : { kind: 'begun' };
  } catch (error) {
    return {
      kind: 'out',
      problem: error instanceof TypeError ? unreachable('Curfew does not answer') : problemOf(error),
    };
  }
}

interface ConsoleConfig {
  readonly signIn: { readonly kind: 'machine'; readonly people: readonly string[] };
}

async function configIn(response: Response): Promise<ConsoleConfig> {
  return (await response.json()) as ConsoleConfig;
}
