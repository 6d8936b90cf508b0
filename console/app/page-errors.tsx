import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useRouteError } from 'react-router';

import { problemOf } from '../api/problem.ts';

/** In place of a page that broke: the rest of the console stays. */
export function PageFailed() {
  const problem = problemOf(useRouteError());
  return (
    <div className="shell-alone">
      <div role="alert">
        <SpaceBetween size="m">
          <Box variant="h1">This page failed</Box>
          <Box>{problem.message}</Box>
          <Box>Nothing was changed by that. Everything that the console shows can be had with npx curfew too.</Box>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </SpaceBetween>
      </div>
    </div>
  );
}

/** For an address that is none. */
export function PageMissing() {
  return (
    <SpaceBetween size="m">
      <Box variant="h1">There is no such page</Box>
      <Box>
        The address may be of an earlier version. Go <Link to="/">Home</Link>, or choose a page from the navigation.
      </Box>
    </SpaceBetween>
  );
}
