import { describe, expect, test } from 'vitest';

import { budgetForm } from '../../console/pages/budgets/budget-form.ts';
import { teamForm } from '../../console/pages/teams/team-form.ts';
import { recordKinds, type RecordKindName } from '../../console/parts/records/record-kinds.ts';
import { recordRoom } from '../../console/parts/records/room.ts';
import { isSoak } from '../world/rounds.ts';
import { askApi } from './ask-api.ts';
import { axeViolations, overflowPx, screenshot, type ConsoleWorld } from './browser.ts';

/** What people do with teams, rules of requests, settings and roles, and what they read of the digest. */
export function editsSuite(world: () => ConsoleWorld): void {
  describe('Digest', () => {
    test('the owner of a team reads the digest of that team as it was sent, and no other', async () => {
      const page = await world().openPage('/digest', { as: 'data-lead@acme.example', theme: 'dark', width: 360 });

      expect(await page.locator('tbody tr').count()).toBe(1);
      await page.locator('tbody a').click();
      await page.getByText('Credits by person').first().waitFor();
      const { rows } = (await askApi(world(), '/digests')) as {
        readonly rows: readonly { readonly scope: string; readonly subject: string }[];
      };
      const subject = rows.find(({ scope }) => scope === 'team:data')?.subject ?? 'none';
      expect(await page.locator('.digests-head').textContent()).toContain(subject);
      await screenshot(page, 'digest-dark-360');
      expect(await overflowPx(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  describe('Forms', () => {
    const kinds = Object.keys(recordKinds) as readonly RecordKindName[];
    const forms = [
      { path: '/budgets/new?scope=team:owls', fields: budgetForm.applying(budgetForm.fresh, { scope: 'team:owls' }) },
      { path: '/teams/new', fields: teamForm.fields },
      ...kinds.map((kind) => {
        const { fullForm } = recordRoom(kind);
        return { path: `${recordKinds[kind].path}/new`, fields: fullForm.applying(fullForm.fresh) };
      }),
    ];

    test('every field that a record may have stands in its form, with what to give', async () => {
      const page = await world().openPage('/budgets');

      for (const { path, fields } of forms) {
        await page.goto(`${world().origin}${path}`);
        await page.locator('form').waitFor();
        const text = await page.locator('form').innerText();
        expect({ path, missing: fields.filter(({ isMinor, label }) => !isMinor && !text.includes(label)) }).toEqual({
          path,
          missing: [],
        });
        const further = fields.filter(({ isMinor }) => isMinor);
        if (further.length > 0) {
          await page.getByText('More:').click();
        }
        const all = await page.locator('form').innerText();
        expect({
          path,
          missing: fields.filter(({ label, help }) => !all.includes(label) || !all.includes(help)),
        }).toEqual({ path, missing: [] });
      }
      expect(await axeViolations(page)).toEqual([]);
    });

    test('a policy is made, changed and copied back on pages that its codec makes', async () => {
      const page = await world().openPage('/sessions/policies/new', { width: 390 });

      await page.getByLabel('Name', { exact: true }).fill('runaways');
      await page.getByRole('textbox', { name: 'Actions' }).fill('archve');
      await page.getByText('"archve" is not one of them').first().waitFor();
      await page.getByRole('textbox', { name: 'Actions' }).fill('archive\nmodel');
      await page.getByRole('textbox', { name: 'To model' }).fill('small');
      await page.locator('form button[type=submit]:not([disabled])').click();
      await page.getByRole('heading', { name: 'Policy runaways' }).waitFor();
      await page.getByText('made with Actions archive; model, To model small').waitFor();
      expect(await overflowPx(page)).toBe(0);
      await page.getByRole('textbox', { name: 'Note' }).fill('Agreed by telephone');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Note none → Agreed by telephone').waitFor();

      await page.goto(`${world().origin}/sessions/policies/import`);
      const paste = page.getByLabel('Paste from a spreadsheet');
      await paste.fill('policy\tactoins\nrunaways\talert\n');
      await page.getByText('did you mean "actions"?').waitFor();
      await paste.fill('policy\ttitle\nrunaways\t*nightly*\n');
      await page.getByText('Title none → *nightly*').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save 1 change' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await askApi(world(), '/records/policies/one?name=runaways')).toMatchObject({
        actions: ['archive', 'model'],
        title: '*nightly*',
        note: 'Agreed by telephone',
      });

      await page.goto(`${world().origin}/sessions/policies`);
      await page.getByRole('link', { name: 'runaways' }).click();
      await page.getByRole('button', { name: 'Remove this policy …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.waitForURL(/\/sessions$/u);
    });
  });

  describe.runIf(isSoak)('Edits', () => {
    test('a team is made with its effect shown before, and many are pasted with errors at their rows', async () => {
      const page = await world().openPage('/teams');
      await page.getByRole('button', { name: 'New team' }).click();

      await page.getByLabel('Name').fill('owls');
      await page.getByLabel('Members').fill('kofi.haddad@acme.example');
      await page.locator('form button[type=submit]:not([disabled])').click();
      await page.getByRole('heading', { name: 'Team owls' }).waitFor();
      expect(await askApi(world(), '/teams/owls')).toMatchObject({ members: ['kofi.haddad@acme.example'] });
      await page.getByText('made with Members kofi.haddad@acme.example').waitFor();

      await page.goto(`${world().origin}/teams/import`);
      const paste = page.getByLabel('Paste from a spreadsheet');
      await paste.fill('team\tmember\nowls\tno*\t\nlarks\tann@acme.example\n');
      await page.getByText('nothing is changed before they are mended').waitFor();
      expect(await page.locator('table').textContent()).toContain('line 2');
      expect(await axeViolations(page)).toEqual([]);
      await paste.fill(
        'team\tmember\nowls\tkofi.haddad@acme.example;lars.eriksen@acme.example\nlarks\tx@acme.example\n',
      );
      await page.getByRole('button', { name: 'Save 2 changes' }).click();
      await page.getByText('Saved. Limits follow').waitFor();
      expect(await askApi(world(), '/teams/owls')).toMatchObject({
        members: ['kofi.haddad@acme.example', 'lars.eriksen@acme.example'],
      });

      await page.goto(`${world().origin}/teams/owls`);
      await page.getByRole('button', { name: 'Return to version 1' }).click();
      expect(await page.getByLabel('Members').inputValue()).toBe('kofi.haddad@acme.example');
      for (const team of ['owls', 'larks']) {
        await page.goto(`${world().origin}/teams/${team}`);
        await page.getByRole('button', { name: 'Remove this team …' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
        await page.waitForURL(/\/teams$/u);
      }
    });

    test('two people edit one rule of requests: the second sees both values and loses nothing', async () => {
      const maker = await world().openPage('/requests/rules/new', { as: 'budgets@acme.example' });
      await maker.getByLabel('Name').fill('small');
      await maker.getByLabel('Credits of one request').fill('5k');
      await maker.getByLabel('Credits a person a month').fill('10k');
      await maker.getByText('for at most 5,000 credits are approved automatically').waitFor();
      await maker.getByRole('button', { name: 'Save', exact: true }).click();
      await maker.getByRole('heading', { name: 'Rule small' }).waitFor();

      const second = await world().openPage('/requests/rules/small', { width: 360, theme: 'dark' });
      await second.getByLabel('Credits of one request').fill('6k');
      await second.getByLabel('Note').fill('Agreed by telephone');
      await maker.getByLabel('Credits of one request').fill('7k');
      await maker.getByRole('button', { name: 'Save', exact: true }).click();
      await maker.getByText('Credits of one request 5,000 → 7,000').waitFor();
      await second.getByRole('button', { name: 'Save', exact: true }).click();
      await second.getByText('This was changed meanwhile').waitFor();
      expect(await second.locator('.editing-conflict').textContent()).toMatch(/7000.*6k/su);
      await screenshot(second, 'rule-conflict-dark-360');
      expect(await axeViolations(second)).toEqual([]);
      await second.getByRole('radio', { name: /theirs/u }).check();
      await second.getByRole('button', { name: 'Go on with these' }).click();
      await second.getByRole('button', { name: 'Save', exact: true }).click();
      await second.getByText('Note none → Agreed by telephone').waitFor();
      expect(await askApi(world(), '/records/rules/one?name=small')).toMatchObject({
        creditsMax: 7_000,
        note: 'Agreed by telephone',
      });

      await second.getByRole('button', { name: 'Remove this rule …' }).click();
      await second.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await second.waitForURL(/\/requests$/u);
    });

    test('a setting has a field of its own, whose fault stands beside it, and a way back', async () => {
      const page = await world().openPage('/settings/roster.idleDays');
      const field = page.getByLabel('Value (days)');

      await field.fill('400');
      await page.getByText('Give a whole number from 7 to 90').waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      await field.fill('30');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved. Runs go by it').waitFor();
      await page.getByText('Value (days) as usual → 30').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await field.fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Value (days) 30 → as usual').waitFor();
    });

    test('whoever runs Curfew edits roles; a fault of the API stands beside the field; others only see them', async () => {
      const page = await world().openPage('/roles');
      await page.getByRole('link', { name: 'Edit roles.security' }).click();

      await page.getByLabel('Value').fill('security@acme.example\n*@acme.example');
      await page.getByText('names no one').waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      const viewer = await world().openPage('/roles', { as: 'viewer@acme.example' });
      expect(await viewer.getByRole('link', { name: /^Edit/u }).count()).toBe(0);
      await viewer.getByRole('link', { name: 'See roles.security' }).click();
      await viewer.getByText('It is edited where the settings are kept').waitFor();
    });
  });
}
