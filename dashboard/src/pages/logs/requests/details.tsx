import { CopyButton } from '../../../components/copy-button.tsx';
import { Facts } from '../../../components/card.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Time } from '../../../components/time.tsx';
import { common } from '../../../i18n/common/words.ts';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { Caller, Route, SessionLink, Status } from '../cells.tsx';
import styles from '../page.module.css';
import type { RequestEntry } from '../queries.ts';
import { requestWords } from '../words.ts';
import { routeOf } from './matching.ts';

/** Everything that is known of one request. */
export function Details({ entry, onClose }: { entry: RequestEntry; onClose: () => void }) {
  const say = useWords(requestWords);
  const sayCommon = useWords(common);
  const format = useFormat();
  const none = <span className={styles['soft']}>–</span>;
  return (
    <Dialog isOpen onClose={onClose} title={say('details')} description={say('detailsText')} size="wide">
      <Facts
        facts={[
          { term: say('route'), value: <Route route={routeOf(entry)} /> },
          {
            term: sayCommon('requestId'),
            value: (
              <span className={styles['id']}>
                <code>{entry.request_id}</code>
                <CopyButton text={entry.request_id} what={sayCommon('requestId')} />
              </span>
            ),
          },
          { term: say('at'), value: <Time at={entry.ts} how="exactTime" /> },
          {
            term: say('status'),
            value: (
              <>
                <Status status={entry.status} />{' '}
                {entry.error_code !== null && (
                  <a href={`/v1/docs/errors`} target="_blank" rel="noreferrer">
                    <code>{entry.error_code}</code>
                  </a>
                )}
              </>
            ),
          },
          { term: say('duration'), value: format.milliseconds(entry.duration_ms) },
          { term: say('tokens'), value: format.number(entry.tokens_charged) },
          { term: say('caller'), value: <Caller prefix={entry.api_key_prefix} /> },
          {
            term: say('session'),
            value: entry.session_id === null ? none : <SessionLink id={entry.session_id} />,
          },
          { term: say('ip'), value: <code>{entry.ip}</code> },
          { term: say('userAgent'), value: entry.user_agent ?? none },
        ]}
      />
    </Dialog>
  );
}
