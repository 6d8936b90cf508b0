/** Orders by user id, by code unit: the same order on every machine. */
export function byUserId(a: { readonly userId: string }, b: { readonly userId: string }): number {
  if (a.userId === b.userId) {
    return 0;
  }
  return a.userId < b.userId ? -1 : 1;
}
