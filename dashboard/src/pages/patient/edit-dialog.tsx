import { useState } from 'react';
import type { KnownPatient } from '../../app/known-patients.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { HeldNotice, holdIn } from '../../components/erasure/held-notice.tsx';
import { SelectField, TextArea } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { ALCOHOL, LISTS, SMOKING } from './fields.ts';
import { useChangeProfile, type Profile, type ProfileChange } from './queries.ts';
import { words } from './words.ts';

type Props = { patient: KnownPatient; profile: Profile; onClose: () => void };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What was added to the profile and what was taken out; nothing of what stayed. */
function changeOf(profile: Profile, values: FormData): ProfileChange {
  const typed = LISTS.map((name) => [name, linesOf(textOf(values, name))] as const);
  const added = typed.flatMap(([name, lines]) => {
    const fresh = lines.filter((line) => !profile[name].includes(line));
    return fresh.length === 0 ? [] : [[name, fresh] as const];
  });
  const gone = typed.flatMap(([name, lines]) => {
    const removed = profile[name].filter((entry) => !lines.includes(entry));
    return removed.length === 0 ? [] : [[name, removed] as const];
  });
  const smoking = SMOKING.find((each) => each === values.get('smoking_status'));
  const alcohol = ALCOHOL.find((each) => each === values.get('alcohol_status'));
  return {
    ...Object.fromEntries(added),
    ...(gone.length > 0 && { remove: Object.fromEntries(gone) }),
    ...(smoking !== undefined &&
      smoking !== (profile.smoking_status ?? 'unknown') && { smoking_status: smoking }),
    ...(alcohol !== undefined &&
      alcohol !== (profile.alcohol_status ?? 'unknown') && { alcohol_status: alcohol }),
  };
}

export function EditDialog({ patient, profile, onClose }: Props) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const change = useChangeProfile(patient);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isUnchanged, setUnchanged] = useState(false);
  const send = async (values: FormData): Promise<void> => {
    const body = changeOf(profile, values);
    const isNothing = Object.keys(body).length === 0;
    setUnchanged(isNothing);
    if (isNothing) return;
    try {
      await change.mutateAsync(body);
    } catch (fault) {
      const hold = holdIn(fault);
      if (hold === null) throw fault;
      setRefusal(hold);
      return;
    }
    tell(say('saved'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('edit')} size="wide">
      <Form onSend={send}>
        {LISTS.map((name) => (
          <TextArea
            key={name}
            label={say(name)}
            name={name}
            rows={3}
            defaultValue={profile[name].join('\n')}
            hint={say('linesHint')}
          />
        ))}
        <SelectField
          label={say('smoking_status')}
          name="smoking_status"
          defaultValue={profile.smoking_status ?? 'unknown'}
        >
          {SMOKING.map((each) => (
            <option key={each} value={each}>
              {say(`smoking.${each}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say('alcohol_status')}
          name="alcohol_status"
          defaultValue={profile.alcohol_status ?? 'unknown'}
        >
          {ALCOHOL.map((each) => (
            <option key={each} value={each}>
              {say(`alcohol.${each}`)}
            </option>
          ))}
        </SelectField>
        {refusal !== null && <HeldNotice reason={refusal} />}
        {isUnchanged && <p role="alert">{say('unchanged')}</p>}
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{sayCommon('save')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
