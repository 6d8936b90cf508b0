import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

import type { DoorProblem } from '../api/problem.ts';

/** How somebody gets in who is not. */
export function SignedOut({ problem }: { readonly problem: DoorProblem | undefined }) {
  const isAway = problem?.kind === 'unreachable';
  return (
    <main className="shell-alone">
      <div>
        <SpaceBetween size="m">
          <Box variant="h1">{isAway ? 'Curfew does not answer' : 'You are signed out'}</Box>
          {problem !== undefined && <Alert type={isAway ? 'warning' : 'info'}>{problem.message}</Alert>}
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
      </div>
    </main>
  );
}
