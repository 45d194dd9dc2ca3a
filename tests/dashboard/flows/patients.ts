import { randomUUID } from 'node:crypto';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'an owner finds a patient, corrects the profile, sees who looked, holds and erases it',
    run: async (t, { visit, newTeam, api }) => {
      const { owner } = await newTeam('owner');
      const client = await api.newClient(owner.tenantId, { test: true });
      const profile = { chronic_conditions: ['hypertension'], allergies: ['penicillin'] };
      await client('PUT', '/v1/patients/CARDIO-2041', profile);
      await client('PUT', '/v1/patients/NEURO-7', {});
      const told = { chief_complaint: 'chest pain', age: 54, sex: 'male', patient_id: 'CARDIO-2041' };
      await client('POST', '/v1/sessions', told);

      const { page, open, isAccessible, end } = await visit({ as: owner });
      await open('/patients');
      await page.getByLabel(/^Patient id/).fill('cardio');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'NEURO-7' }).waitFor({ state: 'detached' });
      await isAccessible(t);
      await page.getByRole('link', { name: 'CARDIO-2041' }).click();
      await page.getByRole('heading', { name: 'CARDIO-2041' }).waitFor();
      const address = page.url();
      t.regex(address, /\/patients\/[0-9a-f-]{36}$/);
      await isAccessible(t);

      await page.getByRole('button', { name: 'Edit profile' }).click();
      await isAccessible(t);
      await page.getByLabel('Allergies').fill('latex');
      await page.getByLabel('Smoking').selectOption('Smokes');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The profile is saved.').first().waitFor();
      const { body } = await client('GET', '/v1/patients/CARDIO-2041');
      const { chronic_conditions, allergies, smoking_status } = body as typeof profile & {
        smoking_status: string;
      };
      t.deepEqual([chronic_conditions, allergies, smoking_status], [['hypertension'], ['latex'], 'current']);

      await page.getByRole('tab', { name: 'Sessions' }).click();
      await page.getByRole('link', { name: 'chest pain' }).waitFor();
      await page.getByRole('tab', { name: 'Summary' }).click();
      await page.getByText('Most urgent level').waitFor();
      await isAccessible(t);
      await page.getByRole('tab', { name: 'Disclosures' }).click();
      await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();
      await isAccessible(t);

      await open(`/patients/${randomUUID()}`);
      await page.getByText('This does not exist, or no longer.').waitFor();
      await isAccessible(t);
      // The address tells nobody of which patient it is, but the service tells whoever may read profiles.
      await open(new URL(address).pathname);
      await page.getByRole('heading', { name: 'CARDIO-2041' }).waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Erase' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('CARDIO-2041');
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await page.getByRole('heading', { name: 'The patient is erased' }).waitFor();
      await page.getByText('Genuine: the signature fits').waitFor();
      t.is((await client('GET', '/v1/patients/CARDIO-2041')).status, 404);
      await page.getByRole('link', { name: 'To the patients' }).click();
      await page.getByRole('link', { name: 'NEURO-7' }).waitFor();
      t.false(page.url().includes('CARDIO'));
      await end(t);
    },
  },
];
