import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, Link, RouterProvider, type RouteObject, useRouteError } from 'react-router';

import { problemOf } from '../api/problem.ts';
import { queryClient } from '../api/queries.ts';
import { PagePaths } from '../parts/texts/page-link.tsx';
import { pages } from './pages.ts';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <PageFailed />,
    children: [
      ...pages.map(({ path, load }) => ({
        path,
        errorElement: <PageFailed />,
        lazy: async () => ({ Component: (await load()).Page }),
      })),
      { path: '*', element: <PageMissing /> },
    ],
  },
];

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <PagePaths value={pages.map(({ path }) => path)}>
        <SignedIn>{() => <Pages />}</SignedIn>
      </PagePaths>
    </QueryClientProvider>
  );
}

let router: ReturnType<typeof createBrowserRouter> | undefined;

/** Created once after signing in, so that it keeps its state. */
function Pages() {
  router ??= createBrowserRouter(routes);
  return <RouterProvider router={router} />;
}

/** Replaces a broken page; the rest of the console stays. */
function PageFailed() {
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

function PageMissing() {
  return (
    <SpaceBetween size="m">
      <Box variant="h1">There is no such page</Box>
      <Box>
        The address may be of an earlier version. Go <Link to="/">Home</Link>, or choose a page from the navigation.
      </Box>
    </SpaceBetween>
  );
}
