import { Badge } from '../../components/badge.tsx';
import { useWords } from '../../i18n/language.tsx';
import { REASONS } from './codes.ts';
import type { Endpoint } from './queries.ts';
import { codes, words } from './words.ts';

/** Whether an endpoint is told of events, and who or what switched it off. */
export function EndpointState({ endpoint: { is_active, disabled_reason } }: { endpoint: Endpoint }) {
  const say = useWords(words);
  const sayCode = useWords(codes);
  if (is_active) return <Badge tone="good">{say('active')}</Badge>;
  const reason = REASONS.find((each) => each === disabled_reason);
  if (reason === 'requested' || reason === undefined) return <Badge>{say('off')}</Badge>;
  return <Badge tone="bad">{sayCode(`reason.${reason}`)}</Badge>;
}
