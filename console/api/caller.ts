import { operationRoutes } from '../../shared/kernel/contract/routes.ts';
import type { OperationDocument, OperationId } from './call-api.ts';
import { useRead } from './queries.ts';

export type Caller = OperationDocument<'showCaller'>;
export type Right = Caller['rights'][number]['right'];

/** Who is signed in; undefined until it is known. */
export function useCaller(): Caller | undefined {
  return useRead('showCaller', {}, { isLive: false }).data?.document;
}

/** Whether the user has a right, for all or for their teams. For display: the API decides. */
export function hasRight(caller: Caller | undefined, right: Right): boolean {
  return caller?.rights.some((each) => each.right === right) ?? false;
}

/** Whether the user may call an operation, as far as known without asking. */
export function useMay(id: OperationId): boolean {
  const caller = useCaller();
  const route = operationRoutes.get(id);
  return route !== undefined && hasRight(caller, route.right);
}
