import { isCollection, isMap, isNode, isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import { onOneLine } from '../../domain/clinical/lexicon-schema.ts';
import { elementOf, keysOf, valueOf, type Schema } from './schema-walk.ts';

const LINE_WIDTH = 120;
const INDENT = 2;
/** Room for the quotation marks that a text may need. */
const QUOTES = 2;
/** Lists that are reviewed entry by entry, one a line even where they are short. */
const ONE_A_LINE = new Set(['words', 'patterns', 'fixed', 'asked', 'denied', 'phrases']);
/** The patterns of what stands around a word, each in a line of its own. */
const AROUND = new Set(['before', 'after', 'near', 'phrase']);
/** Texts in which a bar divides words of which any may stand there. */
const WITH_BARS = new Set(['patterns', 'asked', 'denied', ...AROUND]);
/** Always below their key, so that the wording of every item looks alike. */
const BELOW_KEY = new Set(['en', 'cs']);
/** Sections of short entries, without empty lines between them. */
const COMPACT = new Set(['sources', 'topics', 'groups', 'classes']);
/** Words between bars that are longer together go on in the next line. */
const LONGEST_WORD = 100;

/** Where a node stands: its column, what it would begin at in the line of its key, how deep it is, and that key. */
type Place = { column: number; inline: number; depth: number; key: string };

/**
 * The file in its one form: keys in the order of the schema, block style, codes and numbers in flow style where they fit, no
 * line over 120 characters. Comments stay, and what the file says.
 * @throws where the text is no YAML, or no map
 */
export function formatYaml(text: string, schema: Schema): string {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw error;
  if (!isMap(document.contents)) throw new Error('holds no sections');
  arrange(document.contents, schema, { column: 0, inline: 0, depth: 0, key: '' });
  setApart(document.contents);
  return document.toString({
    // Its folded texts may be one character longer.
    lineWidth: LINE_WIDTH - 1,
    minContentWidth: 0,
    flowCollectionPadding: false,
    singleQuote: true,
  });
}

function arrange(node: unknown, schema: Schema, place: Place): void {
  if (isNode(node)) node.spaceBefore = false;
  if (isScalar(node)) arrangeText(node, place);
  if (!isCollection(node)) return;
  if (isMap(node)) arrangeMap(node, schema, place);
  if (isSeq(node)) {
    const { column, depth, key } = place;
    const inside = { column: column + INDENT, inline: column + INDENT, depth: depth + 1, key };
    for (const item of node.items) arrange(item, elementOf(schema), inside);
  }
  // Sections and their entries are never in one line.
  const isAround = isMap(node) && node.items.some((pair) => AROUND.has(keyOf(pair)));
  const mayFlow = place.depth > 2 && !isAround && !ONE_A_LINE.has(place.key) && !BELOW_KEY.has(place.key);
  node.flow = mayFlow && fits(node, place.inline);
}

function arrangeMap(map: YAMLMap, schema: Schema, { column, depth }: Place): void {
  const order = keysOf(schema, map);
  const rank = (pair: Pair): number =>
    order.includes(keyOf(pair)) ? order.indexOf(keyOf(pair)) : order.length;
  if (order.length > 0) map.items.sort((one, other) => rank(one) - rank(other));
  for (const pair of map.items) {
    const key = keyOf(pair);
    if (isNode(pair.key)) pair.key.spaceBefore = false;
    arrange(pair.value, valueOf(schema, map, key), {
      column: column + INDENT,
      inline: column + key.length + ': '.length,
      depth: depth + 1,
      key,
    });
  }
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/** Sections stand apart, and their entries where they are long. */
function setApart(contents: YAMLMap): void {
  contents.items.forEach((section, place) => {
    if (isNode(section.key)) section.key.spaceBefore = place > 0;
    if (!isMap(section.value) || COMPACT.has(keyOf(section))) return;
    section.value.items.forEach(({ key }, at) => {
      if (isNode(key)) key.spaceBefore = at > 0;
    });
  });
}

/** A text that is too long for the line is folded. */
function arrangeText(scalar: Scalar, { inline, key }: Place): void {
  if (typeof scalar.value !== 'string') return;
  const text = WITH_BARS.has(key) ? onOneLine(scalar.value) : scalar.value;
  const isLong = inline + text.length + QUOTES > LINE_WIDTH;
  scalar.value = isLong && WITH_BARS.has(key) ? text.split(' ').map(breakAtBars).join(' ') : text;
  scalar.type = isLong ? Scalar.BLOCK_FOLDED : Scalar.PLAIN;
}

function breakAtBars(word: string): string {
  const lines = [''];
  for (const part of word.split(/(?<=\|)/)) {
    const line = lines.at(-1) ?? '';
    if (line.length + part.length > LONGEST_WORD) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.filter((line) => line !== '').join(' ');
}

/** Codes and numbers, and lists of them, that fit into the line from that column on. */
function fits(node: unknown, column: number): boolean {
  const text = flowText(node, true);
  return text !== null && column + text.length <= LINE_WIDTH;
}

/** Null where it does not belong into one line: texts, comments, and what is nested deeper. */
function flowText(node: unknown, isOutside: boolean): string | null {
  if (!isNode(node) || hasComment(node)) return null;
  if (isScalar(node)) return scalarText(node);
  if (isSeq(node)) return listText(node.items.map((item) => flowText(item, false)));
  if (!isOutside || !isMap(node)) return null;
  return listText(
    node.items.map((pair) => {
      const value = flowText(pair.value, false);
      return value === null || flowText(pair.key, false) === null ? null : `${keyOf(pair)}: ${value}`;
    }),
  );
}

const hasComment = ({ comment, commentBefore }: Node): boolean =>
  (comment ?? '') !== '' || (commentBefore ?? '') !== '';

function scalarText({ value }: Scalar): string | null {
  const text = String(value);
  if (/\s/.test(text)) return null;
  return typeof value === 'string' && /\W/.test(text) ? `'${text}'` : text;
}

function listText(items: (string | null)[]): string | null {
  return items.includes(null) ? null : `[${items.join(', ')}]`;
}
