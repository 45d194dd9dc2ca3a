import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { PHONE, WIDE, type VisitOptions } from '../../support/dashboard.ts';
import type { Flows } from '../flow.ts';

/** With SCREENSHOTS=1 the pages are kept as pictures, to be looked at. */
const PICTURES = path.join(projectRoot, 'build/screenshots');
const keepsPictures = process.env.SCREENSHOTS === '1';

const LOOKS = [
  { name: 'light-wide', theme: 'light', viewport: WIDE, language: 'en' },
  { name: 'dark-phone', theme: 'dark', viewport: PHONE, language: 'cs' },
  { name: 'dark-wide', theme: 'dark', viewport: WIDE, language: 'cs' },
  { name: 'light-phone', theme: 'light', viewport: PHONE, language: 'en' },
] as const satisfies readonly (VisitOptions & { name: string })[];
/** Each theme, width and language once; the pictures want all four. */
const looks = keepsPictures ? LOOKS : LOOKS.slice(0, 2);

/** The paths that the pages' folders declare; one that needs an id is looked at by the flows of its page. */
function pathsOf(area: 'team' | 'visitor'): string[] {
  const folder = path.join(projectRoot, 'dashboard/src/pages');
  return readdirSync(folder).flatMap((name) => {
    const route = readFileSync(path.join(folder, name, 'route.ts'), 'utf8');
    const [, found = ''] = /path: '([^']+)'/.exec(route) ?? [];
    return route.includes(`area: '${area}'`) && !found.includes('$') ? [found] : [];
  });
}

/** How far the content reaches out of the window; what has its own scroll bar does not count. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** More than this is what a reader notices (web.dev, "Cumulative Layout Shift": good is 0.1 or less). */
const MAX_SHIFT = 0.1;

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Measured = { layoutShift?: number };

/** From now on each document adds up how far its content jumps by itself. */
const measureShift = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const measured = globalThis as Measured;
    measured.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput) measured.layoutShift = (measured.layoutShift ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Measured).layoutShift ?? Number.NaN);

export const flows: Flows = looks.flatMap(({ name, ...look }) =>
  (['team', 'visitor'] as const).map((area) => ({
    title: `pages of the ${area} are accessible and fit, ${name}`,
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({
        ...look,
        ...(area === 'team' && { as: owner }),
      });
      await measureShift(page);
      for (const each of pathsOf(area)) {
        const startedMs = performance.now();
        await open(each);
        const ms = Math.round(performance.now() - startedMs);
        await isAccessible(t);
        t.true((await overflowOf(page)) <= 0, each);
        const shift = await shiftOf(page);
        t.true(shift <= MAX_SHIFT, `${each} shifts by ${shift}`);
        t.log(`${each}: shown after ${ms} ms, shifted by ${shift.toFixed(3)}`);
        t.is(await page.getAttribute('html', 'lang'), look.language);
        if (!keepsPictures) continue;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({
          path: path.join(PICTURES, `${each.slice(1).replaceAll('/', '-') || 'home'}-${name}.png`),
          fullPage: true,
        });
      }
      await end(t);
    },
  })),
);
