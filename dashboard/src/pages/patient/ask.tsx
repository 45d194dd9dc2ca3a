import { Link } from '@tanstack/react-router';
import type { KnownPatient } from '../../app/known-patients.ts';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/field.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import { useFindPatient } from './queries.ts';
import { words } from './words.ts';

type Props = { profileId: string; onKnown: (patient: KnownPatient) => void };

/** For whoever comes by the address alone: it does not tell which patient it is of. */
export function Ask({ profileId, onKnown }: Props) {
  const say = useWords(words);
  const find = useFindPatient(profileId);
  const send = async (values: FormData): Promise<void> => {
    const found = await find.mutateAsync(textOf(values, 'partner_patient_id').trim());
    if (found === null) throw new ApiFault('not_found', { status: 404 });
    onKnown(found);
  };
  return (
    <>
      <PageHeader title={say('askTitle')}>{say('askText')}</PageHeader>
      <Card>
        <Form onSend={send}>
          <TextField
            label={say('patientId')}
            name="partner_patient_id"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <FormButtons>
            <Link to="/patients" className={buttonClass()}>
              {say('back')}
            </Link>
            <Submit>{say('open')}</Submit>
          </FormButtons>
        </Form>
      </Card>
    </>
  );
}
