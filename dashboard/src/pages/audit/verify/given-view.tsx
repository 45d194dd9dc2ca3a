import { useState, type ChangeEvent } from 'react';
import { isHash } from '../../../../../client/audit/proof.mjs';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Field, TextField } from '../../../components/field.tsx';
import { Form, Submit, textOf } from '../../../components/form.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { ApiFault } from '../../../service/faults.ts';
import { headOf } from './checks.ts';
import { useGiven } from './given.tsx';
import { proofIn } from './saved.ts';
import styles from './verify.module.css';
import { verifyWords } from './words.ts';

/** Takes what makes a verification hold against the service itself: the key's fingerprint and an earlier head. */
export function GivenView() {
  const say = useWords(verifyWords);
  return (
    <details className={styles['given']}>
      <summary>{say('given')}</summary>
      <p className={styles['soft']}>{say('givenText')}</p>
      <div className={styles['lists']}>
        <Fingerprint />
        <EarlierFile />
      </div>
    </details>
  );
}

function Fingerprint() {
  const say = useWords(verifyWords);
  const { fingerprint, setFingerprint } = useGiven();
  const send = (values: FormData): Promise<void> => {
    // As it may be printed: in groups, in capitals.
    const typed = textOf(values, 'fingerprint').replaceAll(/[\s:]/g, '').toLowerCase();
    const fields = [{ field: 'fingerprint', code: 'invalid_format', message: '' }];
    if (!isHash(typed)) return Promise.reject(new ApiFault('validation_error', { fields }));
    setFingerprint(typed);
    return Promise.resolve();
  };
  if (fingerprint !== null)
    return (
      <p className={styles['used']}>
        {say('givenUsed', { start: fingerprint.slice(0, 12) })}
        <Button size="small" icon="cross" onClick={() => setFingerprint(null)}>
          {say('givenDrop')}
        </Button>
      </p>
    );
  return (
    <Form onSend={send}>
      <TextField
        label={say('givenKey')}
        name="fingerprint"
        hint={say('givenKeyHint')}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Submit>{say('givenUse')}</Submit>
      </div>
    </Form>
  );
}

function EarlierFile() {
  const say = useWords(verifyWords);
  const format = useFormat();
  const { earlier, setFile } = useGiven();
  const [isWrong, setWrong] = useState(false);
  const head = earlier && headOf(earlier.proof);
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    const proof = proofIn(await file.text());
    setWrong(proof === null);
    if (proof !== null) setFile(proof);
  };
  const fill = head && { count: head.tree_size, at: format.exactTime(head.at) };
  return (
    <div className={styles['file']}>
      <Field label={say('givenFile')} name="earlier" hint={say('givenFileHint')} isOptional>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="application/json,.json"
            onChange={(event) => void choose(event)}
          />
        )}
      </Field>
      {isWrong && (
        <Callout tone="warn" isAnswer>
          {say('noProof')}
        </Callout>
      )}
      {fill !== null && (
        <p className={styles['used']}>
          {earlier?.from === 'file' ? say('earlierFile', fill) : say('earlierTab', { count: fill.count })}
          <Button size="small" icon="cross" onClick={() => setFile(null)}>
            {say('givenDrop')}
          </Button>
        </p>
      )}
    </div>
  );
}
