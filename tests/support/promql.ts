/** A metric that an expression selects, with the labels that its matchers name. */
export type Selector = { metric: string; labels: string[] };
export type Parsed = { selectors: Selector[]; groupings: string[] };

const TOKENS =
  /\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:ms|[smhdwy])?|[a-zA-Z_][a-zA-Z0-9_:]*|=~|!~|!=|==|>=|<=|[-+*/%^(){}[\],=<>])/y;
const AGGREGATIONS = new Set(['sum', 'min', 'max', 'avg', 'count', 'topk', 'bottomk', 'quantile', 'stddev']);
const FUNCTIONS = new Set(
  'rate increase delta deriv irate histogram_quantile label_replace absent time scalar min_over_time max_over_time avg_over_time'.split(
    ' ',
  ),
);
const OPERATORS = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'and',
  'or',
  'unless',
]);

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < expression.trimEnd().length) {
    const at = TOKENS.lastIndex;
    const match = TOKENS.exec(expression);
    if (!match?.[1]) throw new Error(`cannot be read from "${expression.slice(at)}"`);
    tokens.push(match[1]);
  }
  return tokens;
}

/**
 * Reads the part of PromQL that our rules use: numbers, selectors with matchers and ranges, aggregations with `by`,
 * functions, binary operators. Throws where it is none. It knows no types: what takes a range and what does not is for
 * promtool, which says so where it is at hand.
 */
export function parsePromql(expression: string): Parsed {
  const tokens = tokensOf(expression);
  const parsed: Parsed = { selectors: [], groupings: [] };
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`expected ${expected ?? 'more'} instead of ${token ?? 'the end'}`);
    }
    return token;
  };
  const name = (): string => {
    const token = take();
    if (!/^[a-zA-Z_]/.test(token)) throw new Error(`expected a name instead of ${token}`);
    return token;
  };

  /** `( item, item )`, possibly empty; the opening sign is still to come. */
  const listed = (open: string, close: string, item: () => void): void => {
    take(open);
    while (peek() !== close) {
      item();
      if (peek() !== close) take(',');
    }
    take(close);
  };

  const selector = (metric: string): void => {
    const labels: string[] = [];
    if (peek() === '{') {
      listed('{', '}', () => {
        labels.push(name());
        if (!['=', '!=', '=~', '!~'].includes(take())) throw new Error('expected a matcher');
        if (!take().startsWith('"')) throw new Error('expected a quoted value');
      });
    }
    if (peek() === '[') {
      take('[');
      if (!/^\d+(ms|[smhdwy])$/.test(take())) throw new Error('expected a duration');
      take(']');
    }
    parsed.selectors.push({ metric, labels });
  };

  const grouping = (): void => {
    if (peek() !== 'by' && peek() !== 'without') return;
    take();
    listed('(', ')', () => parsed.groupings.push(name()));
  };

  /** Which labels two sides are matched by; they stay on the result, or leave it. */
  const matching = (): void => {
    if (peek() !== 'on' && peek() !== 'ignoring') return;
    take();
    listed('(', ')', () => void name());
  };

  const operand = (): void => {
    const token = take();
    if (token === '(') {
      binary();
      take(')');
    } else if (AGGREGATIONS.has(token)) {
      grouping();
      listed('(', ')', binary);
      grouping();
    } else if (FUNCTIONS.has(token)) listed('(', ')', binary);
    else if (token.startsWith('"')) return; // a text that a function takes
    else if (/^[a-zA-Z_]/.test(token) && !OPERATORS.has(token)) selector(token);
    else if (!/^\d/.test(token)) throw new Error(`unexpected ${token}`);
  };

  const binary = (): void => {
    operand();
    while (OPERATORS.has(peek() ?? '')) {
      take();
      matching();
      operand();
    }
  };

  binary();
  if (at < tokens.length) throw new Error(`unexpected ${tokens[at] ?? ''}`);
  return parsed;
}
