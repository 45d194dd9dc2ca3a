import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberPatient, type KnownPatient } from '../../app/known-patients.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Disclosures } from '../../components/disclosures.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { More } from '../../components/table.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { useDisclosures, useFindProfile } from './queries.ts';
import { words } from './words.ts';

/** Who got data of a patient, also of one who has sessions and no profile. What is typed stays in this page's memory. */
export function PatientView() {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const [patient, setPatient] = useState<KnownPatient | null>(null);
  const send = (values: FormData): Promise<void> => {
    const patientId = textOf(values, 'patient_id').trim();
    setPatient({ patientId, isTest: values.get('mode') === 'test' });
    return Promise.resolve();
  };
  return (
    <div className={styles['stack']}>
      <Card title={say('patientTitle')}>
        <p className={styles['soft']}>{say('patientText')}</p>
        <Form onSend={send}>
          <div className={styles['search']}>
            <TextField
              label={say('patientId')}
              name="patient_id"
              hint={say('patientHint')}
              required
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
            <SelectField label={say('mode')} name="mode">
              <option value="live">{sayClinical('mode.live')}</option>
              <option value="test">{sayClinical('mode.test')}</option>
            </SelectField>
            <Submit>{say('patientGo')}</Submit>
          </div>
        </Form>
      </Card>
      {patient !== null && <Found key={JSON.stringify(patient)} patient={patient} />}
    </div>
  );
}

function Found({ patient }: { patient: KnownPatient }) {
  const say = useWords(words);
  const may = useMay();
  const disclosures = useDisclosures(patient);
  if (disclosures.isError)
    return <FaultNotice fault={disclosures.error} onRetry={() => void disclosures.refetch()} />;
  return (
    <>
      {may('patients:read') && <ToProfile patient={patient} />}
      <Disclosures rows={disclosures.data?.pages.flatMap(({ data }) => data)} />
      <More
        hasMore={disclosures.hasNextPage}
        isBusy={disclosures.isFetchingNextPage}
        onMore={() => void disclosures.fetchNextPage()}
      />
      <p className={styles['soft']}>{say('patientSeen')}</p>
    </>
  );
}

/** Finds the profile only when somebody wants to go there: looking for it is a look at patients. */
function ToProfile({ patient }: { patient: KnownPatient }) {
  const say = useWords(words);
  const find = useFindProfile();
  const navigate = useNavigate();
  const go = async (): Promise<void> => {
    const profileId = await find.mutateAsync(patient);
    if (profileId === null) return;
    rememberPatient(profileId, patient);
    await navigate({ to: `/patients/${profileId}`, search: { tab: 'disclosures' } });
  };
  return (
    <div className={styles['bar']}>
      {find.isError && <FaultNotice fault={find.error} />}
      {find.data === null && <span role="status">{say('noProfile')}</span>}
      <Button
        icon="patients"
        isBusy={find.isPending}
        // Its fault stands beside it.
        onClick={() => void go().catch(() => undefined)}
      >
        {say('toProfile')}
      </Button>
    </div>
  );
}
