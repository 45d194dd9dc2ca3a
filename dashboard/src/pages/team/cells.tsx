import { Badge, type Tone } from '../../components/badge.tsx';
import { Ago } from '../../components/time.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import { useAccount } from '../../session/use-session.tsx';
import styles from './cells.module.css';
import { nameOf, standingOf, type Member, type Standing } from './members.ts';
import { words } from './words.ts';

type Cell = { member: Member };

export function Person({ member }: Cell) {
  const say = useWords(words);
  const isOwn = useAccount().member?.member_id === member.member_id;
  return (
    <div className={styles['stack']}>
      <span className={styles['name']}>
        <strong>{nameOf(member)}</strong>
        {isOwn && <Badge>{say('you')}</Badge>}
      </span>
      {member.name !== '' && <span className={styles['soft']}>{member.email}</span>}
    </div>
  );
}

export function RoleOf({ member: { role } }: Cell) {
  const say = useWords(roles);
  return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{say(role)}</Badge>;
}

const TONES: Readonly<Record<Standing, Tone>> = {
  active: 'good',
  invited: 'info',
  expired: 'warn',
  former: 'neutral',
};

export function State({ member }: Cell) {
  const say = useWords(words);
  const format = useFormat();
  const standing = standingOf(member, new Date());
  const { invite_expires_at: until, accepted_at, created_at } = member;
  return (
    <div className={styles['stack']}>
      <Badge tone={TONES[standing]}>{say(`state.${standing}`)}</Badge>
      {standing === 'invited' && until !== null && (
        <span className={styles['soft']}>{say('until', { date: format.date(until) })}</span>
      )}
      {standing === 'active' && (
        <span className={styles['soft']}>
          {say('since', { date: format.date(accepted_at ?? created_at) })}
        </span>
      )}
    </div>
  );
}

export function LastLogin({ member: { last_login_at } }: Cell) {
  const say = useWords(common);
  return last_login_at === null ? (
    <span className={styles['soft']}>{say('never')}</span>
  ) : (
    <Ago at={last_login_at} />
  );
}
