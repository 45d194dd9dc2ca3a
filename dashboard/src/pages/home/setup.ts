import { useAccount, useMay } from '../../session/use-session.tsx';
import { useEndpoints, useStats } from './queries.ts';

export type Step = {
  id: 'key' | 'session' | 'webhook' | 'team';
  to: string;
  isDone: boolean;
  /** Whether whoever is signed in may do it. */
  isMine: boolean;
};

/**
 * The steps of a new tenant, done or not as the service has it. Null while that is not known; none once all are done, and for
 * whoever may do none of them.
 */
export function useSetup(): readonly Step[] | null {
  const may = useMay();
  const { features } = useAccount();
  const mayLook = may('admin:read');
  const hasWebhooks = features.webhooks && may('webhooks:read');
  const stats = useStats('', mayLook);
  const endpoints = useEndpoints(mayLook && hasWebhooks);
  if (!mayLook || stats.isError || endpoints.isError) return [];
  if (stats.data === undefined || (hasWebhooks && endpoints.data === undefined)) return null;
  const { keys, sessions, tokens, members } = stats.data;
  const steps: Step[] = [
    { id: 'key', to: '/api-keys', isDone: keys.active > 0, isMine: may('admin:write') },
    {
      id: 'session',
      to: '/try',
      // Sessions are deleted after a while; what was charged for them is remembered.
      isDone: sessions.total > 0 || tokens.charged > 0,
      isMine: may('sessions:write'),
    },
    ...(hasWebhooks
      ? [
          {
            id: 'webhook',
            to: '/webhooks',
            isDone: endpoints.data !== undefined && endpoints.data.length > 0,
            isMine: may('webhooks:write'),
          } as const,
        ]
      : []),
    {
      id: 'team',
      to: '/team',
      isDone: members.active + members.invited > 1,
      isMine: may('admin:write'),
    },
  ];
  const isOver = steps.every(({ isDone }) => isDone) || !steps.some(({ isMine }) => isMine);
  return isOver ? [] : steps;
}
