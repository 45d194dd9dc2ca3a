/**
 * The values of an Accept header with their weights (RFC 9110, 12.4.2), in lower case: 1 where none
 * is given, 0 where it is wrong. Wildcards are left to whoever asks.
 */
function weightsOf(header: string | null): Map<string, number> {
  return new Map((header ?? '').toLowerCase().split(',').map(weightOf));
}

function weightOf(value: string): [string, number] {
  const [name = '', ...parameters] = value.split(';').map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}

/**
 * Whether an Accept header asks for Markdown rather than JSON: it names text/markdown, and not JSON with the same or
 * a higher weight. Whatever else it says, JSON is what there is.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const weights = weightsOf(accept);
  return (weights.get('text/markdown') ?? 0) > (weights.get('application/json') ?? 0);
}
