import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { invariant } from '../../../shared/kernel/invariant.ts';
import { placeConsole } from '../../../shared/kernel/runs/contract/place-console-function.ts';
import { type Assembly, assemblyWith, Template } from '../../support/deployed/assembly.ts';
import { resourcesOf } from '../../support/deployed/deployment-data.ts';
import { deploy, type Deployment } from '../../support/deployed/deployment.ts';
import { startFunction } from '../../support/deployed/function-process.ts';
import { resolverOf } from '../../support/deployed/resolve-template.ts';
import { startFakeBucket, type FakeBucket } from '../../support/fake-bucket.ts';
import { useScratchFolder } from '../../support/scratch-folder.ts';
import { isSoak } from '../../world/rounds.ts';
import { axeViolations, newWindow, openBrowser, screenshot } from '../browser.ts';
import { startStandInEdge, type StandInEdge } from './stand-in-edge.ts';
import { startStandInIssuer, type StandInIssuer } from './stand-in-issuer.ts';

/**
 * The console as it is deployed, without AWS: the functions of the templates in processes of their own, the files that
 * one of them places, the headers and routes of the templates, a small issuer, and a real Chromium.
 */
const night = '2026-03-15T02:30:00Z';
const startMs = 600_000;
const patienceMs = 30_000;
const login = 'https://login.acme.example';
const clientId = 'curfew-console';
const viewer = { sub: 'u-1', email: 'vera@acme.example' };
const nobody = { sub: 'u-2', email: 'noah@acme.example' };

const scratch = useScratchFolder('file');
let deployment: Deployment;
let issuer: StandInIssuer;
let bucket: FakeBucket;
let edge: StandInEdge;
let browser: Browser;

describe.runIf(isSoak)('the console in AWS', () => {
  beforeAll(async () => {
    [issuer, bucket, browser] = await Promise.all([
      startStandInIssuer({ clientId, person: viewer }),
      startFakeBucket(),
      openBrowser(),
    ]);
    const assembly = withIssuer(
      assemblyWith(scratch.pathOf('cdk.out'), {
        door: { oidc: { issuer: login, audience: ['scripts'] } },
        console: { clientId },
        settings: {
          admins: ['finops@acme.example'],
          mailFrom: 'curfew@acme.example',
          roles: { viewers: [viewer.email], budgetAdmins: [viewer.email] },
        },
      }),
      issuer.url,
    );
    deployment = await deploy({ assembly, folder: scratch.pathOf('var-task'), today: '2026-03-15', users: 12 });
    await deployment.moveTo(night);
    const Item = { scope: 'default', window: 'month', amount: 900_000, mode: 'enforce' };
    await deployment.dynamo.send(new PutCommand({ TableName: deployment.tables['budgets'], Item }));
    await deployment.schedule({ job: 'enforce', schedule: 'nightly', at: night });
    await placeFiles(assembly);
    edge = await startStandInEdge({
      assembly,
      resolve: resolverOf(assembly),
      bucket,
      issuerKeyPem: issuer.publicKeyPem(),
      invoke: async (event) => deployment.call('door', event),
    });
    ['/signed-in', '/signed-out'].forEach((path) => issuer.allowedReturns.add(`${edge.origin}${path}`));
  }, startMs);

  beforeEach(() => {
    edge.isOver = false;
    edge.calls.length = 0;
    issuer.person = viewer;
    issuer.terms = { seconds: 1_800, canRenew: false };
    issuer.grants.length = 0;
    issuer.signIns = 0;
    issuer.alter = undefined;
  });

  // What stands open reads again and again.
  afterEach(async () => {
    await Promise.all(browser.contexts().map(async (context) => context.close()));
    await edge.settled();
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all([edge.close(), issuer.close(), bucket.close(), deployment.close()]);
  });

  test('somebody signs in at the issuer and sees Home; nothing of the page breaks its policy', async () => {
    const { page, complaints } = await open('/');

    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await screenshot(page, 'home-in-aws');
    await page.getByRole('button', { name: /vera@acme\.example/u }).waitFor();
    expect(issuer.grants).toEqual(['authorization_code']);
    expect(edge.calls.filter(({ status }) => status !== 200)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('no token is stored, and nothing of the way to the issuer stays', async () => {
    const { page } = await open('/');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    const cookies = await page.context().cookies(edge.origin);
    expect(stored).not.toMatch(/eyJ|token|verifier|curfew\.sign-in/u);
    expect(cookies.filter(({ name }) => name !== 'issuer')).toEqual([]);
    expect(page.url()).toBe(`${edge.origin}/`);
  });

  test('a page that is loaded again signs in again by itself, and is still the page that was asked for', async () => {
    const { page } = await open('/journal?kind=run-finished');
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();

    await page.reload();

    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/journal?kind=run-finished');
    expect(issuer.grants).toEqual(['authorization_code', 'authorization_code']);
    expect(issuer.signIns).toBe(1);
  });

  test('an answer that this page did not ask for is refused, and asks for no token', async () => {
    const { page } = await open('/signed-in?code=of-somebody-else&state=forged');

    await page.getByText('This page did not ask the issuer for that').waitFor();
    await screenshot(page, 'signed-out');
    expect(await axeViolations(page)).toEqual([]);
    expect(issuer.grants).toEqual([]);
    expect(edge.calls).toEqual([]);
    expect(page.url()).toBe(`${edge.origin}/`);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  test('a code that somebody put in place of one’s own is worth nothing without the verifier of the page', async () => {
    const code = issuer.codeOfSomebodyElse(nobody, `${edge.origin}/signed-in`);
    issuer.alter = ({ state }) => ({ code, state });

    const { page } = await open('/');

    await page.getByText('invalid_grant').waitFor();
    expect(issuer.grants).toEqual(['refused']);
    expect(edge.calls).toEqual([]);
  });

  test('an issuer that refuses is quoted with its code and nothing else', async () => {
    issuer.alter = ({ state }) => ({ error: 'access_denied', error_description: 'call us', state });

    const { page } = await open('/');

    await page.getByText('The issuer did not sign you in: access_denied').waitFor();
    expect(await page.getByText('call us').count()).toBe(0);
  });

  test('what somebody sees and may do is decided by the roles of the admin API', async () => {
    issuer.person = nobody;
    const { page } = await open('/');

    await page.getByRole('heading', { level: 1, name: 'My page' }).waitFor();
    await page.getByRole('button', { name: /noah@acme\.example/u }).waitFor();
    const refused = await page.evaluate(async () => (await fetch('/api/home')).status);
    expect(refused).toBe(401);
  });

  test('a token that ends soon is renewed before a call, without leaving the page', async () => {
    issuer.terms = { seconds: 30, canRenew: true };
    const { page } = await open('/');

    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(issuer.grants[0]).toBe('authorization_code');
    expect(issuer.grants).toContain('refresh_token');
    expect(issuer.signIns).toBe(1);
  });

  test('when a session is over what was typed stays, until somebody signs in again', async () => {
    const { page } = await open('/budgets/import', { hasClock: true });
    const field = page.getByRole('textbox', { name: 'Paste from a spreadsheet' });
    await field.fill('default,month,950000');
    edge.isOver = true;

    await page.clock.runFor(60_000);
    await page.getByText('Your session is over').first().waitFor();
    await screenshot(page, 'session-over');
    // A button fades as it changes.
    await expect.poll(async () => axeViolations(page)).toEqual([]);
    expect(await field.inputValue()).toBe('default,month,950000');

    edge.isOver = false;
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Paste or import budgets' }).waitFor();
    expect(await page.getByText('Your session is over').count()).toBe(0);
  });

  test('whoever signs out is out at the issuer too, and is not signed in again by that', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: /vera@acme\.example/u }).click();

    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(issuer.grants).toEqual(['authorization_code']);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(issuer.signIns).toBe(2);
  });

  test('nothing is public but the files: every call without a good token is refused by API Gateway, in its words', async () => {
    const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(`${edge.origin}${path}`, { headers });
      return [answer.status, answer.headers.get('content-security-policy')?.includes("default-src 'none'")];
    };

    expect(await ask('/api/home')).toEqual([401, true]);
    expect(await ask('/api/home', { authorization: 'Bearer a.b.c' })).toEqual([401, true]);
    expect(await ask('/api/openapi.json')).toEqual([401, true]);
    expect(await ask('/assets/none.js')).toEqual([403, true]);
    expect(await ask('/people/ann')).toEqual([200, true]);
  });
});

async function open(path: string, { hasClock = false } = {}) {
  const context = await newWindow(browser, { locale: 'en-GB', viewport: { width: 1_440, height: 900 } });
  const page: Page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  if (hasClock) {
    await page.clock.install({ time: Date.now() });
  }
  await page.goto(`${edge.origin}${path}`);
  return { page, complaints };
}

/** The issuer of the configuration has an address of https; here it listens on this machine. */
function withIssuer(assembly: Assembly, url: string): Assembly {
  const templates = [...assembly.templates].map(
    ([name, template]) => [name, Template.parse(JSON.parse(JSON.stringify(template).replaceAll(login, url)))] as const,
  );
  return { ...assembly, templates: new Map(templates) };
}

/** Starts the function that places the files as CloudFormation does, and waits for what it tells it. */
async function placeFiles(assembly: Assembly): Promise<void> {
  const [files] = resourcesOf(assembly, resolverOf(assembly), 'Custom::ConsoleFiles');
  const place = deployment.functions.find(({ name }) => name === placeConsole.name);
  invariant(files !== undefined && place !== undefined, 'the templates have a console');
  const running = await startFunction(place, { AWS_ENDPOINT_URL_S3: bucket.url }, Date.now());
  const order = {
    RequestType: 'Create',
    // It takes an answer as an object, too.
    ResponseURL: `${bucket.url}/answers/answer`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: files.id,
    ResourceProperties: files.properties,
  };
  await running.invoke(order, Date.now());
  await running.kill();
  const answer = bucket.objects.get('answer');
  expect(z.object({ Status: z.string() }).parse(JSON.parse(String(answer?.bytes)))).toEqual({ Status: 'SUCCESS' });
}
