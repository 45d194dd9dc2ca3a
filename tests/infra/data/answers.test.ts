import test from 'ava';
import { createYears } from './made-year.ts';
import { questionTests } from './question-tests.ts';
import { openReport, reportTests } from './report-tests.ts';

/** One made year for all that is shown of it. Days with the outage and the bad hours are among those that it has. */
const sessions = 2_000;
const years = createYears();
const year = await years.make('year', { sessions, seed: 1, everyDays: 18, patients: 16 });
const made = { year, root: years.root, sessions };
const report = await openReport(made);
test.after.always(async () => {
  await report.browser.close();
  year.close();
  years.remove();
});

questionTests(made);
reportTests(made, report);
