import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { Choice } from '../../components/field.tsx';
import { Form, FormButtons, Submit } from '../../components/form.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useAccount, useSession } from '../../session/use-session.tsx';
import { nameOf, type Member } from './members.ts';
import styles from './deactivate-dialog.module.css';
import { useDeactivate, useKeysOf } from './queries.ts';
import { words } from './words.ts';

/** Asks what becomes of the keys of whoever leaves: nobody finds out later whose they were. */
export function DeactivateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const session = useSession();
  const deactivate = useDeactivate();
  const isOwn = useAccount().member?.member_id === member.member_id;
  const name = nameOf(member);
  const send = async (values: FormData): Promise<void> => {
    const revokesKeys = values.get('revoke_keys') === 'true';
    const { keys_revoked } = await deactivate.mutateAsync({ memberId: member.member_id, revokesKeys });
    if (isOwn) await session.signOut();
    const count = keys_revoked.length;
    tell(count === 0 ? say('deactivated', { name }) : say('deactivatedKeys', { name, count }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('deactivateTitle', { name })}
      description={say('deactivateText')}
    >
      <Form onSend={send}>
        {isOwn && <Callout tone="warn">{say('deactivateOwn')}</Callout>}
        <Keys member={member} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit look="danger">{say('deactivateGo')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function Keys({ member }: { member: Member }) {
  const say = useWords(words);
  const keys = useKeysOf(member);
  if (keys.isError) return <FaultNotice fault={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data === undefined) return <SkeletonBlock lines={2} />;
  if (keys.data.length === 0) return <p>{say('keysNone')}</p>;
  return (
    <>
      <div>
        <p>{say('keysSome', { count: keys.data.length })}</p>
        <ul className={styles['keys']}>
          {keys.data.map(({ key_id, name, key_prefix, key_suffix }) => (
            <li key={key_id}>
              {name}{' '}
              <code>
                {key_prefix}…{key_suffix}
              </code>
            </li>
          ))}
        </ul>
      </div>
      <Choice name="revoke_keys" value="true" label={say('revokeKeys')} hint={say('revokeKeysHint')} />
    </>
  );
}
