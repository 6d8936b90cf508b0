/** Why what was only shown would not be done. Only a run keeps a plan for approval, so that one has to come first. */
export function describeHold({ guard, detail }: { readonly guard: string; readonly detail: string }): string {
  const next =
    guard === 'blast-radius' ? ' It can be approved once a run has been held: "npx curfew run enforce".' : '';
  return `The run would be held (${guard}): ${detail}${next}`;
}
