/** HTML that may stand in a page as it is. Only `html` and `trusted` make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text is escaped, HTML is not, lists are joined, null and false leave nothing. */
export type Fill = Html | string | number | null | false | readonly Fill[];

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

function written(fill: Fill): string {
  if (fill === null || fill === false) return '';
  if (fill instanceof Html) return fill.text;
  if (typeof fill === 'object') return fill.map(written).join('');
  return escaped(String(fill));
}

/** A template whose holes are escaped. Attributes stand in double quotes. */
export const html = (parts: TemplateStringsArray, ...fills: Fill[]): Html =>
  new Html(
    parts.map((part, index) => part + (index < fills.length ? written(fills[index] ?? null) : '')).join(''),
  );

/** Text that a renderer has made safe: markdown-it with `html: false`. */
export const trusted = (text: string): Html => new Html(text);
