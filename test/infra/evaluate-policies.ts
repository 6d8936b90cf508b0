import * as z from 'zod';

import type { SynthesizedStack } from './synthesized.ts';

/** Whoever calls AWS: by an ARN, with the policies that are attached to it. */
export interface Principal {
  readonly arn: string;
  readonly statements: readonly PolicyStatement[];
}

/** What policies of identities and of resources say, for one action at a time. */
export interface Policies {
  /** The role of a function, by the end of its name: `Enforce`. */
  roleNamed(name: string): Principal;
  readonly roles: readonly string[];
  /** Somebody with a managed policy, by the beginning of its id; nothing else is attached to them. */
  personWith(policy: string): Principal;
  /** Somebody to whom the account allows everything. */
  readonly administrator: Principal;
  /** Whether the identity's policies and that of the table let a call through: a refusal stands before every permission. */
  allows(principal: Principal, action: string, table: string): boolean;
}

const account = '111122223333';

const list = z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]);
const PolicyStatement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.unknown().optional(),
  Action: list.optional(),
  NotAction: list.optional(),
  Resource: list.optional(),
  NotResource: list.optional(),
  Condition: z.record(z.string(), z.record(z.string(), list)).optional(),
});
type PolicyStatement = z.output<typeof PolicyStatement>;
const Document = z.object({
  Statement: z.union([z.array(PolicyStatement), PolicyStatement.transform((one) => [one])]),
});

/** The policies of the stacks of one organization. Tables are named by the beginning of their id: `Leases`. */
export function policiesOf(stacks: readonly SynthesizedStack[]): Policies {
  const all = new Map(stacks.flatMap((stack) => [...stack.resources()]));
  const of = (type: string) => [...all].filter(([, { Type }]) => Type === type);
  const roles = of('AWS::IAM::Role').map(([id, { Properties }]) => ({ id, name: plain(Properties['RoleName'] ?? id) }));
  const attached = of('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    z
      .array(z.object({ Ref: z.string() }))
      .parse(Properties['Roles'])
      .map(({ Ref }) => ({ role: Ref, statements: Document.parse(Properties['PolicyDocument']).Statement })),
  );
  const tables = new Map(
    of('AWS::DynamoDB::Table').map(([id, { Properties }]) => {
      const policy = Properties['ResourcePolicy'];
      const read = policy === undefined ? [] : z.object({ PolicyDocument: Document }).parse(policy);
      return [
        id.slice(0, -8),
        { arn: arnOf(id), statements: 'PolicyDocument' in read ? read.PolicyDocument.Statement : [] },
      ];
    }),
  );
  return {
    roles: roles.map(({ name }) => lastOf(name)),
    roleNamed(end) {
      const role = only(
        roles.filter(({ name }) => lastOf(name) === end),
        end,
      );
      const statements = attached.filter((policy) => policy.role === role.id).flatMap((policy) => policy.statements);
      return { arn: `arn:aws:iam::${account}:role/${role.name}`, statements };
    },
    personWith(policy) {
      const managed = of('AWS::IAM::ManagedPolicy').filter(([id]) => id.startsWith(policy));
      const [, { Properties }] = only(managed, policy);
      return {
        arn: `arn:aws:iam::${account}:role/${policy}`,
        statements: Document.parse(Properties['PolicyDocument']).Statement,
      };
    },
    administrator: {
      arn: `arn:aws:iam::${account}:role/Administrator`,
      statements: [{ Effect: 'Allow', Action: ['*'], Resource: ['*'] }],
    },
    allows(principal, action, name) {
      const table = tables.get(name);
      if (table === undefined) {
        throw new Error(`there is no table ${name}`);
      }
      const call = { action, resource: table.arn, principalArn: principal.arn };
      const own = principal.statements.filter((statement) => concerns(statement, call));
      const said = [...own, ...table.statements.filter((statement) => concerns(statement, call))];
      // The policies of tables are there to refuse: within an account one that permits would be enough by itself.
      return said.some(({ Effect }) => Effect === 'Allow') && !said.some(({ Effect }) => Effect === 'Deny');
    },
  };
}

interface Call {
  readonly action: string;
  readonly resource: string;
  readonly principalArn: string;
}

function concerns(statement: PolicyStatement, { action, resource, principalArn }: Call): boolean {
  const { Action, NotAction, Resource = ['*'], NotResource, Condition = {} } = statement;
  const isAction = Action === undefined ? !isAmong(NotAction ?? ['*'], action) : isAmong(Action, action);
  const isResource = NotResource === undefined ? isAmong(Resource, resource) : !isAmong(NotResource, resource);
  return (
    isAction &&
    isResource &&
    Object.entries(Condition).every(([operator, wanted]) =>
      Object.entries(wanted).every(([key, values]) => isMet(operator, { key, values, principalArn })),
    )
  );
}

/** The conditions that the templates use. One that is not known here fails the test: nobody guesses what it lets through. */
function isMet(
  operator: string,
  {
    key,
    values,
    principalArn,
  }: { readonly key: string; readonly values: readonly unknown[]; readonly principalArn: string },
): boolean {
  if (key !== 'aws:PrincipalArn') {
    throw new Error(`a condition on ${key} is not known here`);
  }
  switch (operator) {
    case 'ArnEquals':
    case 'ArnLike':
      return isAmong(values, principalArn);
    case 'ArnNotEquals':
    case 'ArnNotLike':
      return !isAmong(values, principalArn);
    default:
      throw new Error(`the condition ${operator} is not known here`);
  }
}

function isAmong(patterns: readonly unknown[], text: string): boolean {
  return patterns.some((pattern) => {
    const parts = plain(pattern)
      .split('*')
      .map((part) => part.replaceAll(/[.+^${}()|[\]\\?]/gu, String.raw`\$&`));
    return new RegExp(`^${parts.join('.*')}$`, 'u').test(text);
  });
}

/** A value of a template as text: what refers to a resource becomes the name of that resource. */
function plain(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  const { Ref, ...functions } = z
    .looseObject({ Ref: z.string().optional(), 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]).optional() })
    .parse(value);
  const join = functions['Fn::Join'];
  if (join !== undefined) {
    return join[1].map(plain).join(join[0]);
  }
  const text = JSON.stringify(value);
  const [, imported] = /ExportsOutput(?:FnGetAtt|Ref)([A-Za-z]+[0-9A-F]{8})(?!\w*Stream)/u.exec(text) ?? [];
  const [, own] = /"Fn::GetAtt":\["(\w+)","Arn"\]/u.exec(text) ?? [];
  const named = imported ?? own;
  return named === undefined ? (Ref === 'AWS::AccountId' ? account : (Ref ?? text)) : arnOf(named);
}

function lastOf(name: string): string {
  return name.replace(/^.*-/u, '');
}

function arnOf(id: string): string {
  return `arn:of:${id}`;
}

function only<T>(found: readonly T[], name: string): T {
  const [one] = found;
  if (one === undefined || found.length > 1) {
    throw new Error(`${found.length} things are called ${name}`);
  }
  return one;
}
