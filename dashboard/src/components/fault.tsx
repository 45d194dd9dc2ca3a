import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { ApiFault } from '../service/faults.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import styles from './fault.module.css';

const SAID = [
  'offline',
  'unreadable',
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'payload_too_large',
  'validation_error',
  'rate_limited',
  'internal_server_error',
  'not_implemented',
  'service_unavailable',
] as const;
type Said = (typeof SAID)[number];

/** Codes that mean the same to whoever reads the page. */
const ALIKE: Readonly<Record<string, Said>> = {
  request_too_large: 'payload_too_large',
  bad_gateway: 'service_unavailable',
  gateway_timeout: 'service_unavailable',
  request_timeout: 'service_unavailable',
};

/** An error in words of the page's language: what happened, and what to do. */
export function useSayFault(): (fault: unknown) => string {
  const say = useWords(common);
  return (fault) => {
    if (!(fault instanceof ApiFault)) return say('fault.internal_server_error');
    const code = ALIKE[fault.code] ?? fault.code;
    const said = SAID.find((each) => each === code);
    const text = say(said === undefined ? 'fault.other' : `fault.${said}`);
    if (code !== 'rate_limited' || fault.retryAfterS === null) return text;
    return `${text} ${say('fault.wait', { count: fault.retryAfterS })}`;
  };
}

/** An error inside a form or a card. */
export function FaultNotice({ fault, onRetry }: { fault: unknown; onRetry?: () => void }) {
  const say = useWords(common);
  const sayFault = useSayFault();
  const requestId = fault instanceof ApiFault ? fault.requestId : null;
  return (
    <div className={styles['notice']} role="alert">
      <Icon name="warning" />
      <div className={styles['text']}>
        <p>{sayFault(fault)}</p>
        {requestId !== null && <RequestId id={requestId} />}
      </div>
      {onRetry && (
        <Button size="small" icon="rotate" onClick={onRetry}>
          {say('retry')}
        </Button>
      )}
    </div>
  );
}

/** In the place of a page that could not be loaded; a part of one shows a `FaultNotice` with `onRetry`. */
export function FaultState({ fault, onRetry }: { fault: unknown; onRetry: () => void }) {
  const say = useWords(common);
  return (
    <section className={styles['state']}>
      <h1>{say('fault.title')}</h1>
      <FaultNotice fault={fault} onRetry={onRetry} />
    </section>
  );
}
