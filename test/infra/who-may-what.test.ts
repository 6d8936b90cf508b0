import { beforeAll, expect, test } from 'vitest';

import { nameOf, statementsOf } from './policy-statements.ts';
import { buildApp, type SynthesizedStack, synthesize } from './synthesized.ts';

/** A put replaces, a batch of writes removes, and a statement of PartiQL does either. */
const writing = /^dynamodb:(?:\*|BatchWrite|Delete|Put|Update|PartiQL(?!Select))/u;

let stacks: readonly SynthesizedStack[] = [];
/** Of the organization that has a key for each purpose. */
let withKeys: readonly SynthesizedStack[] = [];

beforeAll(() => {
  const all = synthesize(buildApp());
  stacks = all.filter(({ id }) => id.startsWith('Curfew-test-acme-'));
  withKeys = all.filter(({ id }) => id.startsWith('Curfew-test-globex-'));
});

test('only the functions that set limits write limits', () => {
  expect(whoMay(/^dynamodb:(?:\*|Batch(?:Write)|Delete|Put|Update|PartiQL(?!Select))/u, 'Limits')).toEqual([
    'Enforce',
    'Live',
  ]);
});

test('only the enforcing function and the watchers read the platform’s key', () => {
  expect(whoMay(/^secretsmanager:/u, 'PlatformKey')).toEqual([
    'Computers',
    'Controls',
    'Digest',
    'Enforce',
    'Live',
    'Readiness',
    'Sessions',
  ]);
});

test('a key of a single purpose is read by the functions that have that purpose, and no other knows where it is', () => {
  const keys = ['Limits', 'Sessions', 'Computers'].map((purpose) => `PlatformKey${purpose}`);
  const lambdas = withKeys.flatMap((stack) => [...stack.resources('AWS::Lambda::Function')]);

  const readers = keys.map((key) => whoMay(/^secretsmanager:/u, key, withKeys));
  const told = keys.map((key) =>
    lambdas.filter(([, { Properties }]) => JSON.stringify(Properties).includes(`Ref${key}`)).map(([id]) => id),
  );

  const ofPurpose = [['Enforce', 'Live'], ['Sessions'], ['Computers']];
  expect(readers).toEqual(ofPurpose);
  expect(told).toEqual(ofPurpose.map((names) => names.map((name) => expect.stringMatching(`^${name}Job`))));
});

test('the key of the fingerprints is read by the watcher of the controls alone', () => {
  expect(whoMay(/^secretsmanager:/u, 'FingerprintKey')).toEqual(['Controls']);
});

test('only the mailer sends mail, and the mailer reads only the key of the links', () => {
  const senders = whoMay(/^ses:(?!Get)/u);
  const readers = ['PlatformKey', 'FingerprintKey'].flatMap((key) => whoMay(/^secretsmanager:/u, key));

  expect(senders).toEqual(['Mails']);
  expect(readers).not.toContain('Mails');
  expect(whoMay(/^secretsmanager:/u, 'LinkKey')).toEqual(['Door', 'Mails']);
});

test('the function that adopts edits has neither key nor limits nor mail: it asks the enforcing function for a run', () => {
  const may = [whoMay(/^secretsmanager:/u), whoMay(/^ses:(?!Get)/u), whoMay(/^dynamodb:/u, 'Limits')];

  expect(may.flat()).not.toContain('Edits');
});

test('evidence is append-only: no role may remove or update links and revisions', () => {
  const changing = /^dynamodb:(?:\*|BatchWrite|Delete|Update|PartiQL(?!Select))/u;

  expect([whoMay(changing, 'Evidence'), whoMay(changing, 'Revisions'), whoMay(changing, 'Journal')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('the watcher of the controls alone signs heads of the evidence and keeps them, and nobody removes them', () => {
  const may = (action: RegExp) => whoMay(action, undefined, withoutFilesOfConsole());

  expect([may(/^kms:Sign$/u), may(/^s3:Put/u), may(/^s3:(?:\*|Delete|Bypass)/u)]).toEqual([
    ['Controls'],
    ['Controls'],
    [],
  ]);
});

test('no role may change a key, a table, a schedule, a function or a role', () => {
  const governing =
    /^(?:iam|sts|cloudformation):|^scheduler:(?!ListSchedules$)|^kms:(?!(?:GetKeyPolicy|GetPublicKey|Sign)$)|^s3:(?!(?:GetBucketObjectLockConfiguration|GetObjectVersion|ListBucketVersions|PutObject|PutObjectRetention)$)|^secretsmanager:(?!GetSecretValue$)|^dynamodb:(?:Create|DeleteTable|UpdateTable|Tag|Export|Import|Restore)|^lambda:(?:Create|Update|Delete|Add|Put|Publish)/u;

  expect(whoMay(governing, undefined, withoutFilesOfConsole())).toEqual([]);
});

/** The stack of the console imports no bucket: its function knows the one with its files, and no other. */
function withoutFilesOfConsole(): readonly SynthesizedStack[] {
  const [page] = stacks.filter(({ id }) => id.endsWith('-Console'));
  const buckets =
    page === undefined ? [] : statementsOf(page).filter(({ statement }) => statement.Action.join().startsWith('s3:'));
  expect(buckets.length).toBeGreaterThan(0);
  expect(JSON.stringify(buckets)).not.toContain('ImportValue');
  return stacks.filter((stack) => stack !== page);
}

/** The jobs whose role may do what the action names, to a resource if one is given. */
function whoMay(action: RegExp, resource?: string, within = stacks): readonly string[] {
  const found = within.flatMap((stack) =>
    statementsOf(stack)
      .filter(({ property, statement }) => property !== 'AssumeRolePolicyDocument' && statement.Principal === undefined)
      .filter(({ statement }) => statement.Effect === 'Allow' && statement.Action.some((each) => action.test(each)))
      .filter(
        ({ statement: { Resource: resources = [] } }) =>
          resource === undefined || resources.some((each) => ['"*"', resource].includes(nameOf(each))),
      )
      .map(({ id }) => id.replace(/(?:Job|Target)?Role.*$/u, '')),
  );
  return [...new Set(found)].toSorted();
}

/** The tables that people may write with tools of AWS, whatever else is closed to them. */
const openToPeople = new Set(['Budgets', 'Teams', 'Grants', 'Recipients']);

test('a table that no policy lets people write refuses every write but those of the functions that declare it', () => {
  const roles = new Map(
    stacks.flatMap((stack) =>
      [...stack.resources('AWS::IAM::Role')].map(([id, { Properties }]) => [
        String(Properties['RoleName']),
        id.replace(/(?:Job|Target)?Role.*$/u, ''),
      ]),
    ),
  );
  const refusals = stacks.flatMap(statementsOf).filter(({ statement }) => statement.Sid === 'OnlyItsFunctionsWrite');
  const closed = new Map(
    refusals.map(({ id, statement }) => [
      id.replace(/[0-9A-F]{8}$/u, ''),
      [...JSON.stringify(statement.Condition ?? '').matchAll(/role\/(Curfew-test-acme-[A-Za-z]+)/gu)]
        .map(([, name = '']) => roles.get(name) ?? `no role is called ${name}`)
        .toSorted(),
    ]),
  );
  const people = stacks
    .flatMap(statementsOf)
    .filter(
      ({ Type, statement }) =>
        Type === 'AWS::IAM::ManagedPolicy' && statement.Action.some((each) => writing.test(each)),
    )
    .flatMap(({ statement }) => (statement.Resource ?? []).map(nameOf));

  for (const { statement } of refusals) {
    expect(statement).toMatchObject({ Effect: 'Deny', Principal: { AWS: '*' } });
    expect(statement.Action).toEqual(
      expect.arrayContaining(['BatchWrite', 'Delete', 'Put', 'Update'].map((verb) => `dynamodb:${verb}Item`)),
    );
    expect(statement.Action).toEqual(
      expect.arrayContaining(['Delete', 'Insert', 'Update'].map((verb) => `dynamodb:PartiQL${verb}`)),
    );
  }
  for (const [table, writers] of closed) {
    expect([table, whoMay(writing, table)]).toEqual([table, writers]);
  }
  const tables = stacks
    .flatMap((stack) => [...stack.resources('AWS::DynamoDB::Table').keys()])
    .map((id) => id.replace(/[0-9A-F]{8}$/u, ''));
  expect(tables.filter((table) => !closed.has(table)).toSorted()).toEqual(
    [...new Set([...people, ...openToPeople])].toSorted(),
  );
});

test('no item of a table that is closed, and keeps its items, can be made to expire', () => {
  const tables = new Map(stacks.flatMap((stack) => [...stack.resources('AWS::DynamoDB::Table')]));
  const [closed, kept] = ['OnlyItsFunctionsWrite', 'NothingExpires'].map((sid) =>
    stacks.flatMap(statementsOf).filter(({ statement }) => statement.Sid === sid),
  );
  const keeping = (closed ?? [])
    .map(({ id }) => id)
    .filter((id) => !('TimeToLiveSpecification' in (tables.get(id)?.Properties ?? {})));

  expect(keeping.length).toBeGreaterThan(0);
  expect(kept?.map(({ id }) => id)).toEqual(keeping);
  for (const { statement } of kept ?? []) {
    expect(statement).toMatchObject({ Effect: 'Deny', Principal: { AWS: '*' }, Action: ['dynamodb:UpdateTimeToLive'] });
    expect(statement.Condition).toBeUndefined();
  }
});
