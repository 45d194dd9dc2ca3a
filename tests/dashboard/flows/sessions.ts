import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'an owner finds sessions by filter and search, and nothing of a patient stands in the address',
    inEveryRun: true,
    run: async (t, { visit, newTeam, api }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner });
      await open('/sessions');
      await page.getByRole('heading', { name: 'No session yet' }).waitFor();

      const client = await api.newClient(owner.tenantId, { test: true });
      const told = {
        chief_complaint: 'chest pain',
        age: 54,
        sex: 'male',
        free_text: 'into my arm, cold sweat',
      };
      await client('POST', '/v1/sessions', { ...told, patient_id: 'CARDIO-2041' });
      for (let count = 0; count < 26; count += 1)
        await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Page 1 of 2').first().waitFor();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByRole('link', { name: 'chest pain' }).waitFor();
      t.true(page.url().endsWith('/sessions?offset=25'));
      await isAccessible(t);

      await page.getByLabel('Mode').selectOption('Live');
      await page.getByRole('heading', { name: 'No session matches' }).waitFor();
      await page.getByLabel('Mode').selectOption('Test');
      await page.getByText('27 rows').waitFor();
      t.true(page.url().endsWith('/sessions?mode=test'));
      await page.getByText('Search', { exact: true }).first().click();
      await page.getByLabel('Search in').selectOption('Patient id');
      await page.getByLabel('Search for').fill('CARDIO-2042');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'No session matches' }).waitFor();
      await page.getByRole('button', { name: 'End the search' }).click();
      await page.getByText('Search', { exact: true }).first().click();
      await page.getByLabel('Search in').selectOption('Patient id');
      await page.getByLabel('Search for').fill('CARDIO-2041');
      await page.keyboard.press('Enter');
      await page.getByText('Patient id: CARDIO-2041').waitFor();
      await page.getByText('1 row').waitFor();
      await page.getByText('Columns').click();
      await page.getByRole('checkbox', { name: 'Red flags' }).check();
      await page.getByRole('columnheader', { name: 'Red flags' }).waitFor();
      t.regex(page.url(), /\?mode=test&columns=[a-z%2C]+$/i);
      t.false(page.url().includes('CARDIO'));

      // A link leads to the same filters, in a window that knows nothing of the search.
      await open('/sessions?mode=test&status=finalized');
      await page.getByRole('heading', { name: 'No session matches' }).waitFor();
      t.is(await page.getByRole('combobox', { name: 'State' }).inputValue(), 'finalized');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByText('27 rows').waitFor();
      await page.getByRole('combobox', { name: 'Red flags' }).selectOption('At least one');
      await page.getByText('1 row').waitFor();
      await end(t);

      const czech = await visit({ as: owner, language: 'cs' });
      await czech.open('/sessions?flags=any');
      const { body } = await client('GET', '/v1/sessions?red_flags=any');
      const [session] = (body as { data: { primary_diagnosis_cs: string }[] }).data;
      await czech.page.getByText(session!.primary_diagnosis_cs).waitFor();
      await czech.end(t);
    },
  },
];
