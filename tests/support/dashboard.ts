import type { ExecutionContext } from 'ava';
import axeCore from 'axe-core';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { Role } from '../../domain/member/index.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { startApi, type TestApiOptions } from './api.ts';
import { newIp } from './browser.ts';
import { createSignIn, type TestMember } from './sign-in.ts';

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export type VisitOptions = {
  /** Signed in as this member; default nobody. */
  as?: TestMember;
  viewport?: { width: number; height: number };
  language?: 'en' | 'cs';
  theme?: 'light' | 'dark';
  /** Default: that of the machine. */
  timeZone?: string;
  /** Statuses of calls that the flow means to provoke; any other error answer is a fault. */
  expects?: readonly number[];
};

/** A page in a browser of its own, with an address of its own. */
export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Goes there and waits until what is shown is whole. */
  open: (path: string) => Promise<void>;
  /** Fails on what axe finds on the page as it is now. */
  isAccessible: (t: ExecutionContext) => Promise<void>;
  /** What the console may say from now on, since the flow provokes it. */
  ignore: (text: RegExp) => void;
  /** Fails on every error in the console, violation of the CSP, crash and call elsewhere; closes the browser. */
  end: (t: ExecutionContext) => Promise<void>;
};

export type Dashboard = Awaited<ReturnType<typeof startDashboard>>;

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Both APIs with the dashboard, as `npm start` mounts them, and a browser: `const dashboard = await startDashboard();`,
 * then `test.after.always(dashboard.stop);`.
 */
export async function startDashboard(options: Pick<TestApiOptions, 'projections'> = {}) {
  const executablePath = process.env.CHROMIUM;
  if (executablePath === undefined) throw new Error('CHROMIUM names no browser: npm test sees to one');
  const port = await freePort();
  const [api, browser] = await Promise.all([
    startApi({
      ...options,
      hasSite: true,
      env: {
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1/32',
        SECURE_COOKIES: '0',
        SIGN_IN_FLOOR_MS: '0',
        MAILBOX_PAGE: '1',
      },
    }),
    chromium.launch({ executablePath, args: ['--no-sandbox'] }),
  ]);
  const signIn = createSignIn(api);

  /** A tenant with a member of each role that is asked for. */
  const newTeam = async <R extends Role>(...roles: R[]): Promise<Record<R, TestMember>> => {
    const tenantId = await api.newTenant();
    const members = await Promise.all(roles.map((role) => signIn.newMember({ tenantId, role })));
    return Object.fromEntries(members.map((member) => [member.role, member])) as Record<R, TestMember>;
  };

  async function visit({
    as,
    viewport = WIDE,
    language = 'en',
    theme = 'light',
    timeZone,
    expects = [],
  }: VisitOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport,
      locale: language,
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(timeZone !== undefined && { timezoneId: timeZone }),
      // The mailbox is for this machine alone, which a forwarding header would deny.
      ...(as !== undefined && { extraHTTPHeaders: { 'x-forwarded-for': newIp() } }),
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (as !== undefined) {
      const { cookies } = await signIn.signedIn(as);
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: api.baseUrl })));
    }
    const page = await context.newPage();
    const { faults, ignore } = watch(page, api.baseUrl, expects);
    return {
      page,
      context,
      ignore,
      open: async (path) => {
        await page.goto(`${api.baseUrl}${path}`);
        await settled(page);
      },
      isAccessible: async (t) => {
        await settled(page);
        t.deepEqual(await axe(page), []);
      },
      end: async (t) => {
        t.deepEqual(faults, []);
        await context.close();
      },
    };
  }

  return {
    api,
    baseUrl: api.baseUrl,
    ...signIn,
    newTeam,
    visit,
    stop: async (): Promise<void> => {
      await browser.close();
      await api.stop();
    },
  };
}

/** What the browser complains of ends in the list that is returned, and so does a call elsewhere. */
function watch(page: Page, baseUrl: string, expects: readonly number[]) {
  const faults: string[] = [];
  const ignored: RegExp[] = [];
  const isExpected = (text: string): boolean => {
    const status = /^Failed to load resource: .* status of (\d{3})/.exec(text)?.[1];
    if (ignored.some((each) => each.test(text))) return true;
    return status !== undefined && expects.includes(Number(status));
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (!isExpected(error.message)) faults.push(error.message);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('blob:')) faults.push(request.url());
  });
  return { faults, ignore: (text: RegExp) => void ignored.push(text) };
}

const SETTLE_MS = 10_000;

/** Until there is a heading and nothing is loading. */
async function settled(page: Page): Promise<void> {
  await page.locator(':is(h1, h2):visible').first().waitFor({ timeout: SETTLE_MS });
  await page.waitForFunction(
    () => document.querySelector('table[aria-busy="true"], [role="status"]:has([aria-hidden])') === null,
  );
}

type Finding = { id: string; nodes: { html: string; failureSummary?: string }[] };

/** What axe finds on the page as it is now. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  const violations = await page.evaluate(async (values): Promise<Finding[]> => {
    const { axe: tool } = globalThis as unknown as {
      axe: { run: (where: Document, options: unknown) => Promise<{ violations: Finding[] }> };
    };
    return (await tool.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }))
      .violations;
  }, AXE_RULES);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
