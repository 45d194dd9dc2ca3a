import type { Route } from './route-types.ts';

/** Sorts routes so that a literal segment is tried before a placeholder: /sso/callback before /sso/{domain}. */
export function bySpecificity(a: Route, b: Route): number {
  const left = a.path.split('/');
  const right = b.path.split('/');
  for (const [index, segment] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (segment === other) continue;
    const difference = Number(segment.startsWith('{')) - Number(other.startsWith('{'));
    return difference === 0 ? (segment < other ? -1 : 1) : difference;
  }
  return left.length - right.length;
}
