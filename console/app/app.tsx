import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';

import { queryClient } from '../api/queries.ts';
import { PagePaths } from '../parts/texts/page-link.tsx';
import { PageFailed, PageMissing } from './page-errors.tsx';
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

/** The console: whoever is signed in sees its pages. */
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

/** The router is made once somebody is signed in, and only once: it keeps what is open. */
function Pages() {
  router ??= createBrowserRouter(routes);
  return <RouterProvider router={router} />;
}
