import type { Json, JsonObject } from '../json.ts';
import { areAlike, isTree, keysOf, memberOf } from './tree.ts';

/** Settings nest less deeply before their lists begin. */
const layersMax = 5;

/** Settings with what differs between two others put in: each field that `to` has otherwise than `from` is as in `to`. */
export function overlaid(
  base: JsonObject,
  { from, to }: { readonly from: JsonObject; readonly to: JsonObject },
  layers = layersMax,
): JsonObject {
  const entries = keysOf(base, to).flatMap((key): [string, Json][] => {
    const [own, was, is] = [memberOf(base, key), memberOf(from, key), memberOf(to, key)];
    const value = areAlike(was, is) ? own : inner(own, { was, is }, layers - 1);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function inner(
  own: Json | undefined,
  { was, is }: { readonly was: Json | undefined; readonly is: Json | undefined },
  layers: number,
): Json | undefined {
  return isTree(own) && isTree(was) && isTree(is) && layers > 0 ? overlaid(own, { from: was, to: is }, layers) : is;
}
