import { IconButton } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useAccount } from '../../session/use-session.tsx';
import { isOnlyOwner, nameOf, standingOf, type Member } from './members.ts';
import { words } from './words.ts';

export type Act = 'role' | 'deactivate' | 'withdraw' | 'send_again' | 'invite_again';

/** What may be done with one member, by whoever looks. Only owners change and deactivate; admins invite as well. */
export function MemberActions({
  member,
  team,
  onAct,
}: {
  member: Member;
  team: readonly Member[];
  onAct: (act: Act, member: Member) => void;
}) {
  const say = useWords(words);
  const own = useAccount().member?.role;
  const acts = actsOn(member, team).filter(
    ({ by }) => own === 'owner' || (own === 'admin' && by === 'admin'),
  );
  if (acts.length === 0) return null;
  const items = acts.map(({ act, word, icon, isDanger }) => ({
    label: say(word),
    icon,
    isDanger,
    onSelect: () => onAct(act, member),
  }));
  return (
    <Menu items={items}>
      <IconButton icon="more" label={say('actionsOf', { name: nameOf(member) })} />
    </Menu>
  );
}

const ROLE = { act: 'role', word: 'changeRole', icon: 'team', isDanger: false, by: 'owner' } as const;
const DEACTIVATE = {
  act: 'deactivate',
  word: 'deactivate',
  icon: 'lock',
  isDanger: true,
  by: 'owner',
} as const;
const WITHDRAW = { act: 'withdraw', word: 'withdraw', icon: 'bin', isDanger: true, by: 'owner' } as const;
const SEND_AGAIN = {
  act: 'send_again',
  word: 'sendAgain',
  icon: 'mail',
  isDanger: false,
  by: 'admin',
} as const;
const INVITE_AGAIN = {
  act: 'invite_again',
  word: 'inviteAgain',
  icon: 'mail',
  isDanger: false,
  by: 'admin',
} as const;

function actsOn(member: Member, team: readonly Member[]) {
  switch (standingOf(member, new Date())) {
    case 'active':
      return isOnlyOwner(member, team) ? [] : [ROLE, DEACTIVATE];
    case 'invited':
    case 'expired':
      return [SEND_AGAIN, ROLE, WITHDRAW];
    case 'former':
      return [INVITE_AGAIN];
  }
}
