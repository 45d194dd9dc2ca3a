import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormButtons } from '../../components/form.tsx';
import { Secret } from '../../components/secret.tsx';
import { useWords } from '../../i18n/language.tsx';
import type { IssuedEndpoint } from './queries.ts';
import { keepSecret } from './secrets.ts';
import { words } from './words.ts';

type Props = { issued: IssuedEndpoint; why: 'created' | 'rotated'; onClose: () => void };

/** The only place where the secret is ever shown; it is left by its button alone. */
export function SecretDialog({ issued: { subscription_id: id, secret }, why, onClose }: Props) {
  const say = useWords(words);
  const navigate = useNavigate();
  useEffect(() => keepSecret(id, secret), [id, secret]);
  const leave = (): void => {
    onClose();
    void navigate({ to: '/webhooks', search: { endpoint: id } });
  };
  return (
    <Dialog
      isOpen
      isModalOnly
      onClose={onClose}
      title={say(`${why}Title`)}
      description={say(`${why}Text`)}
      size="wide"
    >
      <Secret label={say('secret')} value={secret} />
      <FormButtons>
        <Button look="primary" onClick={leave}>
          {say('secretKept')}
        </Button>
      </FormButtons>
    </Dialog>
  );
}
