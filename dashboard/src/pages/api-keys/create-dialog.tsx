import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, ChoiceGroup, TextField } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import type { Issued } from './issued-dialog.tsx';
import { useCreateKey } from './queries.ts';
import { SCOPES, USUAL_SCOPES } from './scopes.ts';
import { words } from './words.ts';

type Props = { isOpen: boolean; onClose: () => void; onIssued: (issued: Issued) => void };

export function CreateDialog({ isOpen, onClose, onIssued }: Props) {
  const say = useWords(words);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('createTitle')} size="wide">
      <CreateForm onClose={onClose} onIssued={onIssued} />
    </Dialog>
  );
}

function CreateForm({ onClose, onIssued }: Omit<Props, 'isOpen'>) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const may = useMay();
  const create = useCreateKey();
  const [attempt] = useState(() => crypto.randomUUID());
  const send = async (values: FormData): Promise<void> => {
    const rate = textOf(values, 'rate_limit_rpm');
    const body = {
      name: textOf(values, 'name').trim(),
      scopes: SCOPES.filter((scope) => values.getAll('scopes').includes(scope)),
      test: values.get('mode') === 'test',
      ...(rate !== '' && { rate_limit_rpm: Number(rate) }),
    };
    const key = await create.mutateAsync({ body, attempt });
    onIssued({ key, why: 'created' });
  };
  return (
    <Form onSend={send}>
      <TextField
        label={say('name')}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        hint={say('nameHint')}
      />
      <ChoiceGroup label={say('mode')} name="mode">
        <Choice
          type="radio"
          name="mode"
          value="test"
          defaultChecked
          label={say('modeTest')}
          hint={say('modeTestHint')}
        />
        <Choice type="radio" name="mode" value="live" label={say('modeLive')} hint={say('modeLiveHint')} />
      </ChoiceGroup>
      <ChoiceGroup label={say('scopes')} name="scopes">
        {SCOPES.filter(may).map((scope) => (
          <Choice
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={USUAL_SCOPES.includes(scope)}
            label={<code>{scope}</code>}
            hint={say(`scope.${scope}`)}
          />
        ))}
      </ChoiceGroup>
      <TextField
        label={say('rate')}
        name="rate_limit_rpm"
        type="number"
        min={1}
        max={10_000}
        hint={say('rateHint')}
      />
      <FormButtons>
        <Button onClick={onClose}>{sayCommon('cancel')}</Button>
        <Submit>{say('create')}</Submit>
      </FormButtons>
    </Form>
  );
}
