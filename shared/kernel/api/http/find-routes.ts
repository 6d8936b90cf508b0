import { basePaths } from '../../contract/api-paths.ts';
import { operationRoutes } from '../../contract/routes.ts';

const patterns = [...operationRoutes.values()].map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
}));

/** The operations at a path of the admin API, whatever their methods. */
export function routesAt(path: string): readonly (typeof patterns)[number]['route'][] {
  const base = basePaths.find((each) => path.startsWith(`${each}/`));
  return base === undefined
    ? []
    : patterns.filter(({ pattern }) => pattern.test(path.slice(base.length))).map(({ route }) => route);
}
