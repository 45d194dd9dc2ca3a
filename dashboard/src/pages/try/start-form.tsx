import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { LANGUAGES, type Language } from '../../i18n/catalogue.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import { EXAMPLES, type Example } from './examples.ts';
import type { Intake } from './interview.ts';
import { LANGUAGE_NAMES } from './patient/language.tsx';
import styles from './start-form.module.css';
import { words } from './words.ts';

const SEXES = ['unknown', 'female', 'male', 'other'] as const;
const OLDEST = 130;

type Props = { open: (wish: { intake: Intake; language: Language }) => Promise<unknown> };

/** What an interview begins with. */
export function StartForm({ open }: Props) {
  const say = useWords(words);
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState(own);
  const [example, setExample] = useState<Example | null>(null);
  const [full, setFull] = useState<ApiFault | null>(null);
  const send = async (values: FormData): Promise<void> => {
    setFull(null);
    const age = textOf(values, 'age');
    const freeText = textOf(values, 'free_text').trim();
    const intake: Intake = {
      chief_complaint: textOf(values, 'chief_complaint').trim(),
      sex: SEXES.find((sex) => sex === textOf(values, 'sex')) ?? 'unknown',
      ...(age !== '' && { age: Number(age) }),
      ...(freeText !== '' && { free_text: freeText }),
    };
    await open({ intake, language }).catch((fault: unknown) => {
      if (!isFull(fault)) throw fault;
      setFull(fault);
    });
  };
  return (
    <div className={styles['place']}>
      <Card title={say('start')}>
        <div className={styles['examples']}>
          <span>{say('examples')}</span>
          {EXAMPLES[language].map((each) => (
            <Button key={each.name} size="small" onClick={() => setExample(each)}>
              {each.name}
            </Button>
          ))}
        </div>
        <Form onSend={send}>
          <SelectField
            label={say('language')}
            name="language"
            value={language}
            onChange={(event) =>
              setLanguage(LANGUAGES.find((each) => each === event.currentTarget.value) ?? language)
            }
          >
            {LANGUAGES.map((each) => (
              <option key={each} value={each} lang={each}>
                {LANGUAGE_NAMES[each]}
              </option>
            ))}
          </SelectField>
          <Fields key={example?.name ?? ''} example={example} />
          {full && <Full fault={full} />}
          <FormButtons>
            <Submit>{say('begin')}</Submit>
          </FormButtons>
        </Form>
      </Card>
    </div>
  );
}

function Fields({ example }: { example: Example | null }) {
  const say = useWords(words);
  return (
    <>
      <TextField
        label={say('complaint')}
        name="chief_complaint"
        required
        maxLength={500}
        autoComplete="off"
        hint={say('complaintHint')}
        defaultValue={example?.complaint}
      />
      <div className={styles['pair']}>
        <TextField
          label={say('age')}
          name="age"
          type="number"
          inputMode="numeric"
          min={0}
          max={OLDEST}
          step={1}
          autoComplete="off"
          defaultValue={example?.age}
        />
        <SelectField label={say('sex')} name="sex" defaultValue={example?.sex ?? 'unknown'}>
          {SEXES.map((sex) => (
            <option key={sex} value={sex}>
              {say(`sex.${sex}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label={say('ownWords')}
        name="free_text"
        maxLength={10_000}
        rows={5}
        autoComplete="off"
        hint={say('ownWordsHint')}
        defaultValue={example?.story}
      />
    </>
  );
}

/** The tier allows so many open interviews at a time; a place comes free when one is finished or idle. */
const isFull = (fault: unknown): fault is ApiFault =>
  fault instanceof ApiFault && fault.code === 'rate_limited' && 'slot_free_at' in fault.detail;

function Full({ fault: { detail } }: { fault: ApiFault }) {
  const say = useWords(words);
  const format = useFormat();
  return (
    <p className={styles['full']} role="alert">
      {say('full', {
        count: Number(detail['limit']),
        time: format.exactTime(String(detail['slot_free_at'])),
      })}
    </p>
  );
}
