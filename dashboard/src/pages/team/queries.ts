import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi, useSession } from '../../session/use-session.tsx';
import type { Member, Role } from './members.ts';

const TEAM = ['team'];
const KEYS = ['api-keys'];
/** How long another member's change may stay unseen on a page that is looked at. */
const LOOK_AGAIN_MS = 5_000;

/** The members. Where the list shows that one's own role has changed, the session learns of it as well. */
export function useTeam() {
  const session = useSession();
  return useQuery({
    queryKey: TEAM,
    queryFn: async ({ signal }) => {
      const team = await answered(session.api.GET('/v1/admin/team', { signal }));
      const state = session.state();
      const own = state.status === 'signed_in' ? state.account.member : null;
      const listed = team.find(({ member_id }) => member_id === own?.member_id);
      if (own && listed && listed.role !== own.role) await session.refresh();
      return team;
    },
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What changes the team: the list is loaded anew before the change counts as done. */
function useTeamChange<Input, Output>(change: (input: Input) => Promise<Output>, also: string[] = TEAM) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all([TEAM, also].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

export type Invitation = components['schemas']['InviteMember'];

/** Somebody who was invited before gets a new link. `attempt` is the same for each repeat of one wish. */
export function useInvite() {
  const api = useApi();
  return useTeamChange(({ body, attempt }: { body: Invitation; attempt: string }) =>
    answered(
      api.POST('/v1/dashboard/team/invite', { body, params: { header: { 'Idempotency-Key': attempt } } }),
    ),
  );
}

export function useChangeRole() {
  const session = useSession();
  return useTeamChange(async ({ memberId, role }: { memberId: string; role: Role }) => {
    const member = await answered(
      session.api.PATCH('/v1/admin/team/{member_id}/role', {
        params: { path: { member_id: memberId } },
        body: { role },
      }),
    );
    await session.rightsChanged();
    return member;
  });
}

/** Withdraws the invitation of whoever has not accepted it. */
export function useDeactivate() {
  const api = useApi();
  return useTeamChange(
    ({ memberId, revokesKeys }: { memberId: string; revokesKeys: boolean }) =>
      answered(
        api.DELETE('/v1/admin/team/{member_id}', {
          params: {
            path: { member_id: memberId },
            query: { revoke_keys: revokesKeys ? 'true' : 'false' },
          },
        }),
      ),
    KEYS,
  );
}

/** The keys that a member has made and that still work. */
export function useKeysOf({ member_id }: Member) {
  const api = useApi();
  return useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/keys', { signal })),
    select: (keys) =>
      keys.filter(({ created_by }) => created_by?.type === 'member' && created_by.id === member_id),
  });
}
