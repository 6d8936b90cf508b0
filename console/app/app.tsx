import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';

import { queryClient } from '../api/queries.ts';
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
      <SignedIn>{() => <RouterProvider router={createBrowserRouter(routes)} />}</SignedIn>
    </QueryClientProvider>
  );
}
