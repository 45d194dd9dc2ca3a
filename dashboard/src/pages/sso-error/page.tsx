import { Link } from '@tanstack/react-router';
import { oneOf, textIn, usePlace, type Search } from '../../app/place.ts';
import { buttonClass } from '../../components/button.tsx';
import { RequestId } from '../../components/request-id.tsx';
import { useWords } from '../../i18n/language.tsx';
import { Panel } from '../../session/panel.tsx';
import { words } from './words.ts';

/** What the service names in the address, `?problem=…`; any other code of an error is told alike. */
const PROBLEMS = [
  'unknown_domain',
  'over',
  'refused',
  'provider_failed',
  'no_member',
  'unverified',
  'not_implemented',
  'rate_limited',
  'other',
] as const;

/** Anybody can write into an address: nothing but an id is shown as one. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

const readPlace = (search: Search) => {
  const id = textIn(search, 'request_id');
  return {
    problem: oneOf(search, 'problem', PROBLEMS, 'other'),
    request_id: id !== undefined && REQUEST_ID.test(id) ? id : undefined,
  };
};

/** Where a single sign-on leads that ended without a session. */
export function Page() {
  const say = useWords(words);
  const [{ problem, request_id: requestId }] = usePlace(readPlace);
  return (
    <Panel title={say('title')} text={say(problem)}>
      {requestId !== undefined && <RequestId id={requestId} />}
      <Link to="/login" className={buttonClass({ look: 'primary' })}>
        {say('again')}
      </Link>
    </Panel>
  );
}
