import * as z from 'zod';

const list = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

/** A statement as AWS gives it back: lists of one are texts. */
const Statement = z.object({
  Effect: z.string(),
  Action: list.optional(),
  NotAction: list.optional(),
  Condition: z.record(z.string(), z.record(z.string(), list)).default({}),
});
type Statement = z.output<typeof Statement>;

const Document = z.object({
  Statement: z.union([z.array(Statement), Statement.transform((one) => [one])]),
});

const caller = 'aws:PrincipalArn';

/** What is wrong with the policy of a closed table, which has to refuse `writes` to all but `roles`; undefined: nothing. */
export function faultOfTable(
  policy: string | undefined,
  { writes, roles }: { readonly writes: readonly string[]; readonly roles: readonly string[] },
): string | undefined {
  if (policy === undefined) {
    return 'its policy is gone';
  }
  const refusals = statementsIn(policy).filter(
    ({ Effect, Action = [] }) => Effect === 'Deny' && writes.every((write) => Action.includes(write)),
  );
  const isRefused = refusals.some(({ Condition }) =>
    roles.length === 0 ? isNothing(Condition) : isExactly(Condition, 'ArnNotEquals', roles),
  );
  return isRefused ? undefined : 'its policy no longer refuses writes to all but its functions';
}

/** What is wrong with the policy of the key that signs the evidence, which lets one role sign; undefined: nothing. */
export function faultOfKey(policy: string, signer: string): string | undefined {
  const signing = statementsIn(policy).filter(
    ({ Effect, Action = [], NotAction }) =>
      Effect === 'Allow' &&
      (NotAction !== undefined || Action.some((action) => /^(?:\*|kms:\*|kms:S\*|kms:Sign)$/iu.test(action))),
  );
  const isOnly = signing.length > 0 && signing.every(({ Condition }) => isExactly(Condition, 'ArnEquals', [signer]));
  return isOnly ? undefined : 'its policy lets others sign than the watcher of the controls';
}

function statementsIn(policy: string): readonly Statement[] {
  const document = Document.safeParse(JSON.parse(policy));
  return document.success ? document.data.Statement : [];
}

function isNothing(condition: Statement['Condition']): boolean {
  return Object.keys(condition).length === 0;
}

/** It says this of these callers, and nothing besides. */
function isExactly(condition: Statement['Condition'], operator: string, arns: readonly string[]): boolean {
  const found = condition[operator]?.[caller] ?? [];
  return (
    Object.keys(condition).length === 1 &&
    Object.keys(condition[operator] ?? {}).length === 1 &&
    found.toSorted().join(' ') === arns.toSorted().join(' ')
  );
}
