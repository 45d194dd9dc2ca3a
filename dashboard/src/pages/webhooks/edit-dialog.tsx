import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useChangeEndpoint } from './changes.ts';
import { EndpointFields, eventsIn } from './endpoint-fields.tsx';
import type { Endpoint } from './queries.ts';
import { words } from './words.ts';

/** Changes the URL or the events; id, secret and deliveries stay. */
export function EditDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const change = useChangeEndpoint(endpoint.subscription_id);
  const send = async (values: FormData): Promise<void> => {
    const url = textOf(values, 'url').trim();
    // A URL that stays is not checked anew: its name may be out of reach at the moment.
    await change.mutateAsync({ events: eventsIn(values), ...(url !== endpoint.url && { url }) });
    tell(say('changed'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('editTitle')} description={say('editText')} size="wide">
      <Form onSend={send}>
        <EndpointFields url={endpoint.url} events={endpoint.events} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{sayCommon('save')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
