import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberPatient } from '../../app/known-patients.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { More, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { usePatients, type PatientItem } from './queries.ts';
import { words } from './words.ts';

/** The profiles of patients, found by a part of the partner's own id. */
export function Page() {
  const say = useWords(words);
  const [wanted, setWanted] = useState('');
  const patients = usePatients(wanted);
  const columns = useColumns();
  return (
    <>
      <PageHeader title={say('title')}>{say('lead')}</PageHeader>
      <Search wanted={wanted} onSearch={setWanted} />
      {patients.isError ? (
        <FaultState fault={patients.error} onRetry={() => void patients.refetch()} />
      ) : (
        <>
          <Table
            caption={say('caption')}
            columns={columns}
            rows={patients.data?.pages.flatMap(({ data }) => data)}
            keyOf={({ profile_id }) => profile_id}
            empty={
              wanted === '' ? (
                <EmptyState icon="patients" title={say('none')}>
                  {say('noneText')}
                </EmptyState>
              ) : (
                <EmptyState icon="search" title={say('noMatch')}>
                  {say('noMatchText')}
                </EmptyState>
              )
            }
          />
          <More
            hasMore={patients.hasNextPage}
            isBusy={patients.isFetchingNextPage}
            onMore={() => void patients.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}

function Search({ wanted, onSearch }: { wanted: string; onSearch: (wanted: string) => void }) {
  const say = useWords(words);
  const send = (values: FormData): Promise<void> => {
    onSearch(textOf(values, 'q').trim());
    return Promise.resolve();
  };
  return (
    <Form key={wanted} onSend={send}>
      <div className={styles['search']}>
        <TextField
          label={say('searchFor')}
          name="q"
          required
          maxLength={200}
          defaultValue={wanted}
          autoComplete="off"
          spellCheck={false}
          hint={say('searchHint')}
        />
        <Submit>{say('search')}</Submit>
        {wanted !== '' && <Button onClick={() => onSearch('')}>{say('searchEnd')}</Button>}
      </div>
    </Form>
  );
}

function useColumns(): Column<PatientItem>[] {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const sayClinical = useWords(clinical);
  const format = useFormat();
  return [
    {
      id: 'patient',
      head: say('patient'),
      cell: ({ profile_id, partner_patient_id, test, hold }) => (
        <div className={styles['patient']}>
          <Link
            to={`/patients/${profile_id}`}
            preload={false}
            onClick={() => rememberPatient(profile_id, { patientId: partner_patient_id, isTest: test })}
          >
            {partner_patient_id}
          </Link>
          {test && <Badge>{sayClinical('mode.test')}</Badge>}
          {hold !== null && <Badge tone="warn">{sayClinical('held')}</Badge>}
        </div>
      ),
    },
    {
      id: 'age_sex',
      head: say('ageSex'),
      cell: ({ age, sex }) =>
        [
          age === null ? say('unknown') : say('years', { count: age }),
          ...(sex === null ? [] : [sayClinical(`sex.${sex}`)]),
        ].join(', '),
    },
    {
      id: 'sessions',
      head: say('sessions'),
      cell: ({ session_count_total, session_count_active }) =>
        session_count_active === 0
          ? format.number(session_count_total)
          : `${format.number(session_count_total)} (${say('active', { count: session_count_active })})`,
    },
    {
      id: 'last',
      head: say('last'),
      cell: ({ last_session_at }) =>
        last_session_at === null ? sayCommon('never') : <Time at={last_session_at} />,
    },
    { id: 'changed', head: say('changed'), cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
}
