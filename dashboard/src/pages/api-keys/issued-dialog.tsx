import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormButtons } from '../../components/form.tsx';
import { Secret } from '../../components/secret.tsx';
import { useWords } from '../../i18n/language.tsx';
import type { IssuedKey } from './queries.ts';
import { words } from './words.ts';

export type Issued = { key: IssuedKey; why: 'created' | 'rotated' };

/** The only place where the whole key is ever shown; it is left by its button alone. */
export function IssuedDialog({ issued: { key, why }, onClose }: { issued: Issued; onClose: () => void }) {
  const say = useWords(words);
  return (
    <Dialog isOpen isModalOnly onClose={onClose} title={say(`${why}Title`, { name: key.name })} size="wide">
      <Secret label={say('rawKey')} value={key.raw_key} />
      <FormButtons>
        <Button look="primary" onClick={onClose}>
          {say('done')}
        </Button>
      </FormButtons>
    </Dialog>
  );
}
