import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

import type { ApiProblem } from '../api/problem.ts';

interface SignedOutProps {
  readonly problem: ApiProblem | undefined;
  /** Where people sign in at an issuer; absent on one machine. */
  readonly onSignIn: (() => void) | undefined;
}

/** How somebody gets in who is not. */
export function SignedOut({ problem, onSignIn }: SignedOutProps) {
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
export function SessionOver({ onSignIn }: { readonly onSignIn: () => void }) {
  return (
    <section aria-label="Session" className="shell-over">
      <div role="alert">
        <Alert action={<Button onClick={onSignIn}>Sign in again</Button>} type="warning">
          Your session is over. What you see was read before. To sign in loads this page anew: what you have typed here
          is lost by that.
        </Alert>
      </div>
    </section>
  );
}
