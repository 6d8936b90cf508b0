/** The library brings no types. */
declare module 'deep-diff' {
  function diff(before: unknown, after: unknown): readonly unknown[] | undefined;
  export default diff;
}
