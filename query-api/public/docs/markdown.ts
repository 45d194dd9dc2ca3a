import MarkdownIt, { type Token } from 'markdown-it';
import { trusted, type Html } from './html.ts';

/** CommonMark with tables. HTML inside a page is shown as text; links with script or data URLs are no links. */
const markdown = new MarkdownIt({ html: false });
markdown.renderer.rules['table_open'] = () => '<div class="table"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';

export type RenderedPage = { title: string; html: string };

/** The anchor of a heading, as GitHub makes it: lower case, hyphens for spaces, no punctuation. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

/**
 * Renders one page. `linkTo` maps each link as it is written to a URL; where it returns null the link's text stays
 * without a link. Headings get anchors. The title is the text of the first heading; a page without one throws.
 */
export function renderMarkdown(text: string, linkTo: (href: string) => string | null): RenderedPage {
  const tokens = markdown.parse(text, {});
  const headings = headingsOf(tokens);
  setAnchors(headings);
  for (const token of tokens) {
    rewriteLinks(token.children ?? [], linkTo);
    alignByClass(token);
  }
  const [first] = headings;
  if (first === undefined) throw new Error('a page begins with a heading');
  return { title: first.title, html: markdown.renderer.render(tokens, markdown.options, {}) };
}

/** Markdown without anchors of its own. */
export const renderText = (text: string): string => markdown.render(text);

/** A description of the interface's document, which is written in Markdown. */
export const prose = (text: string): Html => trusted(`<div class="prose">${renderText(text)}</div>`);

type Heading = { open: Token; title: string };

/** A heading that stands on the page again gets a number, as on GitHub. */
function setAnchors(headings: readonly Heading[]): void {
  const times = new Map<string, number>();
  for (const { open, title } of headings) {
    const anchor = anchorOf(title);
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    open.attrSet('id', before === 0 ? anchor : `${anchor}-${before}`);
  }
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((open, index) => {
    if (open.type !== 'heading_open') return [];
    const parts = tokens[index + 1]?.children ?? [];
    return [{ open, title: parts.map(({ content }) => content).join('') }];
  });
}

/** Cells of aligned columns come with a style attribute, which the policy of the pages forbids. */
function alignByClass(token: Token): void {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1];
  if (align !== undefined) token.attrs = [['class', align]];
}

/** A link that leads nowhere loses its tags and keeps its text. */
function rewriteLinks(children: readonly Token[], linkTo: (href: string) => string | null): void {
  let drops = false;
  for (const token of children) {
    if (token.type === 'link_open') {
      const url = linkTo(String(token.attrGet('href')));
      drops = url === null;
      if (url !== null) token.attrSet('href', url);
    }
    if (drops && (token.type === 'link_open' || token.type === 'link_close')) {
      token.type = 'text';
      token.content = '';
    }
    if (token.type === 'link_close') drops = false;
  }
}
