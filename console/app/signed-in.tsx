import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState, type ReactNode } from 'react';

import {
  consolePaths,
  type ConsoleConfig,
  type IssuerSignIn,
  type MachineSignIn,
} from '../../shared/kernel/contract/console-config.ts';
import { exchangeLink, keptSession, signInPath } from '../api/machine-session.ts';
import { problemOf, unreachable, type ApiProblem } from '../api/problem.ts';
import { useRead } from '../api/queries.ts';
import { setSession, type Session } from '../api/session.ts';

type SignInState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'out'; readonly problem: ApiProblem | undefined };

let starting: Promise<SignInState> | undefined;
/** Where people sign in at an issuer; undefined on one machine, and until it is known. */
let signIn: Session['signIn'];

/** Signs in with the link that was opened, with what this browser has kept, or at an issuer; else says how to get in. */
export function SignedIn({ children }: { readonly children: () => ReactNode }) {
  const [state, setState] = useState<SignInState>({ kind: 'starting' });
  useEffect(() => {
    starting ??= begin().catch(outOf);
    void starting.then(setState);
  }, []);
  const onFailed = (error: unknown): void => setState(outOf(error));
  switch (state.kind) {
    case 'starting':
      return null;
    case 'begun':
      return <Known onFailed={onFailed}>{children}</Known>;
    case 'out':
      return <SignedOut onSignIn={signerIn(onFailed)} problem={state.problem} />;
  }
}

/** Nothing is shown before it is known who is there: pages differ by it. */
function Known({
  children,
  onFailed,
}: {
  readonly children: () => ReactNode;
  readonly onFailed: (error: unknown) => void;
}) {
  const { data, error } = useRead('showCaller', {}, { isLive: false });
  const onSignIn = signerIn(onFailed);
  if (data === undefined) {
    return error === null ? null : <SignedOut onSignIn={onSignIn} problem={error} />;
  }
  const isOver = error?.kind === 'not-identified';
  if (isOver && onSignIn === undefined) {
    return <SignedOut onSignIn={undefined} problem={error} />;
  }
  // In one place whether it is over or not, so that what was typed stays.
  return (
    <>
      {isOver && onSignIn !== undefined && <SessionOver onSignIn={onSignIn} />}
      {children()}
    </>
  );
}

function signerIn(onFailed: (error: unknown) => void): (() => void) | undefined {
  const leave = signIn;
  return leave && (() => void leave().catch(onFailed));
}

async function begin(): Promise<SignInState> {
  const { signIn: way } = await configIn(await fetch(consolePaths.config));
  const begun = way.kind === 'machine' ? await beginOnMachine(way) : await beginAtIssuer(way);
  setSession(begun);
  return begun === undefined ? { kind: 'out', problem: undefined } : { kind: 'begun' };
}

async function beginOnMachine({ people }: MachineSignIn): Promise<Session | undefined> {
  if (location.pathname === signInPath) {
    const secret = location.hash.slice(1);
    // The secret is of no use any more; neither does it stay in the history.
    history.replaceState(null, '', '/');
    await exchangeLink(secret);
  }
  return keptSession(people);
}

/** What that needs is loaded where a deployment says so, and nowhere else. */
async function beginAtIssuer(way: IssuerSignIn): Promise<Session | undefined> {
  const { issuerSigningIn } = await import('../api/issuer-session.ts');
  const signingIn = issuerSigningIn(way);
  signIn = async () => signingIn.signIn();
  return signingIn.begin();
}

function outOf(error: unknown): SignInState {
  return {
    kind: 'out',
    problem: error instanceof TypeError ? unreachable('Curfew does not answer') : problemOf(error),
  };
}

async function configIn(response: Response): Promise<ConsoleConfig> {
  return (await response.json()) as ConsoleConfig;
}

function SignedOut({
  problem,
  onSignIn,
}: {
  readonly problem: ApiProblem | undefined;
  /** Where people sign in at an issuer; absent on one machine. */
  readonly onSignIn: (() => void) | undefined;
}) {
  const isAway = problem?.kind === 'unreachable';
  return (
    <main className="shell-alone">
      <div>
        <SpaceBetween size="m">
          <Box variant="h1">{isAway ? 'Curfew does not answer' : 'You are signed out'}</Box>
          {problem !== undefined && <Alert type={isAway ? 'warning' : 'info'}>{problem.message}</Alert>}
          {onSignIn === undefined ? (
            <OnMachine isAway={isAway} />
          ) : (
            <Button onClick={onSignIn} variant="primary">
              Sign in
            </Button>
          )}
        </SpaceBetween>
      </div>
    </main>
  );
}

function OnMachine({ isAway }: { readonly isAway: boolean }) {
  return (
    <SpaceBetween size="m">
      <Box>
        {isAway
          ? 'Start it where it runs:'
          : 'On the machine where Curfew runs, get a link that signs this browser in:'}
      </Box>
      <Box>
        <code>{isAway ? 'npm start' : 'npx curfew console'}</code>
      </Box>
      <Button onClick={() => location.reload()}>Try again</Button>
    </SpaceBetween>
  );
}

/** Over a page whose session has ended: what was typed stays, to be read or copied. */
function SessionOver({ onSignIn }: { readonly onSignIn: () => void }) {
  return (
    <section aria-label="Session" className="shell-over">
      <div role="alert">
        <Alert action={<Button onClick={onSignIn}>Sign in again</Button>} type="warning">
          Your session is over. What you see was read before. To sign in loads this page again: what you have typed here
          is lost by that.
        </Alert>
      </div>
    </section>
  );
}
