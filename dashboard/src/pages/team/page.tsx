import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useAccount } from '../../session/use-session.tsx';
import { LastLogin, Person, RoleOf, State } from './cells.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberActions, type Act } from './member-actions.tsx';
import { standingOf, type Member } from './members.ts';
import styles from './page.module.css';
import { useTeam } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { RolesCard } from './roles-card.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { words } from './words.ts';

type Open = { act: Act; member: Member } | { act: 'invite' } | null;

/** Who is in the team, in which role and state; invited, changed and deactivated here. */
export function Page() {
  const say = useWords(words);
  const role = useAccount().member?.role;
  const team = useTeam();
  const [open, setOpen] = useState<Open>(null);
  const mayInvite = role === 'owner' || role === 'admin';
  const invite = mayInvite && (
    <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'invite' })}>
      {say('invite')}
    </Button>
  );
  const columns = useColumns(mayInvite ? (act, member) => setOpen({ act, member }) : null, team.data ?? []);
  const isFormer = (member: Member): boolean => standingOf(member, new Date()) === 'former';

  if (team.data === undefined && team.isError)
    return <FaultState fault={team.error} onRetry={() => void team.refetch()} />;
  return (
    <>
      <PageHeader title={say('title')} actions={invite}>
        {say('lead')}
      </PageHeader>
      <div className={styles['page']}>
        <Table
          caption={say('caption')}
          columns={columns}
          rows={team.data?.filter((member) => !isFormer(member))}
          keyOf={(member) => member.member_id}
          likelyRows={3}
          empty={
            <EmptyState icon="team" title={say('empty')} action={invite}>
              {say('emptyText')}
            </EmptyState>
          }
        />
        <FormerMembers columns={columns} members={team.data?.filter(isFormer) ?? []} />
        <RolesCard />
      </div>
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function FormerMembers({
  columns,
  members,
}: {
  columns: readonly Column<Member>[];
  members: readonly Member[];
}) {
  const say = useWords(words);
  const [isShown, setShown] = useState(false);
  if (members.length === 0) return null;
  return (
    <div className={styles['former']}>
      <Button
        size="small"
        look="quiet"
        icon="down"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? say('formerHide') : say('former', { count: members.length })}
      </Button>
      {isShown && (
        <Table
          caption={say('formerCaption')}
          columns={columns}
          rows={members}
          keyOf={(member) => member.member_id}
          empty={null}
        />
      )}
    </div>
  );
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open?.act) {
    case undefined:
      return null;
    case 'invite':
      return <InviteDialog before={null} onClose={onClose} />;
    case 'invite_again':
      return <InviteDialog before={open.member} onClose={onClose} />;
    case 'send_again':
      return <SendAgainDialog member={open.member} onClose={onClose} />;
    case 'role':
      return <RoleDialog member={open.member} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog member={open.member} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog member={open.member} onClose={onClose} />;
  }
}

/** `onAct` is null for whoever may look only. */
function useColumns(
  onAct: ((act: Act, member: Member) => void) | null,
  team: readonly Member[],
): Column<Member>[] {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const columns: Column<Member>[] = [
    { id: 'person', head: say('person'), cell: (member) => <Person member={member} /> },
    { id: 'role', head: say('role'), cell: (member) => <RoleOf member={member} /> },
    { id: 'state', head: say('state'), cell: (member) => <State member={member} /> },
    { id: 'last_login', head: say('lastLogin'), cell: (member) => <LastLogin member={member} /> },
  ];
  if (onAct === null) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      head: sayCommon('actions'),
      isActions: true,
      cell: (member) => <MemberActions member={member} team={team} onAct={onAct} />,
    },
  ];
}
