import * as z from 'zod';

import type { SynthesizedStack } from './synthesized.ts';

const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])]) as unknown as z.ZodType<z.output<T>[]>;

// Strict: `NotAction` and its like allow whatever they do not name.
const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMany(z.string()),
  Resource: oneOrMany(z.unknown()).optional(),
  Principal: z.unknown().optional(),
  Condition: z.unknown().optional(),
});
export type Statement = z.output<typeof Statement>;

interface FoundStatement {
  /** The resource of the template that it stands in. */
  readonly id: string;
  readonly Type: string;
  /** The property of that resource: a policy of a role, or of a resource, or who may take a role. */
  readonly property: string;
  readonly statement: Statement;
}

/** Every statement of every policy of a stack, however deep it stands in whatever resource. */
export function statementsOf(stack: SynthesizedStack): readonly FoundStatement[] {
  return [...stack.resources()].flatMap(([id, { Type, Properties }]) =>
    Object.entries(Properties).flatMap(([property, value]) =>
      documentsIn(value).flatMap((document) =>
        z
          .object({ Statement: oneOrMany(Statement) })
          .parse(document)
          .Statement.map((statement) => ({ id, Type, property, statement })),
      ),
    ),
  );
}

function documentsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return 'Statement' in value ? [value] : Object.values(value).flatMap(documentsIn);
}

/** A resource as a person would name it, without the hashes of the CDK. */
export function nameOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  const exported = /Exports?Output(?:FnGetAtt|Ref)([A-Za-z]+?)[0-9A-F]{8}/.exec(text)?.[1];
  const suffix = /"(\/index\/[a-z]+|:\*|\/\*|\/[a-z]+\/[a-z]+\/\*)"/.exec(text)?.[1] ?? '';
  const own = /"(?:Fn::GetAtt":\[|Ref":)"([A-Za-z]+?)[0-9A-F]{8}"/.exec(text)?.[1];
  const identity = /:identity\/[a-z.]+/.exec(text)?.[0].slice(1);
  const kind = text.includes(':configuration-set/') ? 'configuration-set/' : '';
  return identity ?? `${kind}${exported ?? own ?? text}${suffix}`;
}
