import { useEffect, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import styles from './page.module.css';
import { secretsAtHand } from './secrets.ts';
import { isSecret, verify, type SentRequest, type Verdict } from './verify.ts';
import { deliveryWords } from './words.ts';

/** A request with what tells it from the others of the same delivery. */
export type Checkable = SentRequest & { id: string };
type Props = { endpointId: string; requests: readonly Checkable[] };

/**
 * Whether the signature is right. With the secret that was shown in this tab it says so by itself; otherwise somebody
 * pastes it. It is used in the browser alone, and kept nowhere.
 */
export function VerifyPanel({ endpointId, requests }: Props) {
  const say = useWords(deliveryWords);
  const [chosen, setChosen] = useState<string | undefined>();
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const atHand = secretsAtHand(endpointId);
  const secrets = pasted.length > 0 ? pasted : atHand;
  const request = requests.find(({ id }) => id === chosen) ?? requests.at(-1);
  const verdict = useVerdict(request, secrets);
  if (request === undefined) return null;
  return (
    <section className={styles['stack']} aria-label={say('verifyTitle')}>
      <h3>{say('verifyTitle')}</h3>
      {requests.length > 1 && (
        <SelectField
          label={say('attempt')}
          name="attempt"
          value={request.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {requests.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </SelectField>
      )}
      {verdict !== null && <Shown verdict={verdict} isPasted={pasted.length > 0} />}
      {verdict?.own !== 'right' && (
        <PasteForm onPaste={(secret) => setPasted([secret])} isAgain={verdict !== null} />
      )}
    </section>
  );
}

/** Null until there is one. */
function useVerdict(request: SentRequest | undefined, secrets: readonly string[]): Verdict | null {
  const [found, setFound] = useState<{ of: string; verdict: Verdict } | null>(null);
  // Requests are made anew at each drawing: what they hold says whether they are the same.
  const of = request === undefined || secrets.length === 0 ? null : JSON.stringify([request, secrets]);
  useEffect(() => {
    if (of === null) return;
    let isGone = false;
    const [sent, keys] = JSON.parse(of) as [SentRequest, string[]];
    void verify(sent, keys).then((verdict) => {
      if (!isGone) setFound({ of, verdict });
    });
    return () => {
      isGone = true;
    };
  }, [of]);
  return found !== null && found.of === of ? found.verdict : null;
}

function Shown({ verdict: { own, standard }, isPasted }: { verdict: Verdict; isPasted: boolean }) {
  const say = useWords(deliveryWords);
  const isRight = own !== 'wrong' || standard === 'right';
  return (
    <div className={styles['notice']} data-tone={isRight ? 'good' : 'bad'} aria-live="polite">
      <Icon name={isRight ? 'check' : 'warning'} />
      <p>
        <strong>{say(isRight ? 'verified' : 'notVerified')}</strong>{' '}
        {isRight ? say(isPasted ? 'byPasted' : 'byShown') : say('wrongSecret')}
      </p>
      {isRight && (
        <span className={styles['bar']}>
          <Badge tone="good">
            {own === 'previous' ? 'X-Svc-Signature-256-Previous' : 'X-Svc-Signature-256'}
          </Badge>
          {standard === 'right' && <Badge tone="good">webhook-signature</Badge>}
        </span>
      )}
    </div>
  );
}

function PasteForm({ onPaste, isAgain }: { onPaste: (secret: string) => void; isAgain: boolean }) {
  const say = useWords(deliveryWords);
  const send = (values: FormData): Promise<void> => {
    const secret = textOf(values, 'secret').trim();
    const fields = [{ field: 'secret', code: 'invalid_format', message: '' }];
    if (!isSecret(secret)) return Promise.reject(new ApiFault('validation_error', { fields }));
    onPaste(secret);
    return Promise.resolve();
  };
  return (
    <Form onSend={send}>
      <div className={styles['paste']}>
        <TextField
          label={say('secret')}
          name="secret"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="whsec_…"
          hint={say(isAgain ? 'pasteOther' : 'pasteHint')}
        />
        <Submit>{say('verifyGo')}</Submit>
      </div>
    </Form>
  );
}
