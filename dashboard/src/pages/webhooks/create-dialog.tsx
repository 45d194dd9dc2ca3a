import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useCreateEndpoint } from './changes.ts';
import { USUAL_EVENTS } from './codes.ts';
import { EndpointFields, eventsIn } from './endpoint-fields.tsx';
import type { IssuedEndpoint } from './queries.ts';
import { words } from './words.ts';

type Props = { isOpen: boolean; onClose: () => void; onIssued: (issued: IssuedEndpoint) => void };

export function CreateDialog({ isOpen, onClose, onIssued }: Props) {
  const say = useWords(words);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={say('createTitle')}
      description={say('createText')}
      size="wide"
    >
      <CreateForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  );
}

function CreateForm({ onClose, onIssued }: Omit<Props, 'isOpen'>) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const create = useCreateEndpoint();
  const [attempt] = useState(() => crypto.randomUUID());
  const send = async (values: FormData): Promise<void> => {
    const body = { url: textOf(values, 'url').trim(), events: eventsIn(values) };
    onIssued(await create.mutateAsync({ body, attempt }));
  };
  return (
    <Form onSend={send}>
      <EndpointFields events={USUAL_EVENTS} />
      <FormButtons>
        <Button onClick={onClose}>{sayCommon('cancel')}</Button>
        <Submit>{say('create')}</Submit>
      </FormButtons>
    </Form>
  );
}
