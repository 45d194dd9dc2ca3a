import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useWords } from '../../i18n/language.tsx';
import { Charges } from './charges/charges.tsx';
import { useLogsPlace } from './place.ts';
import { Requests } from './requests/requests.tsx';
import { Usage } from './usage/usage.tsx';
import { LOGS } from './queries.ts';
import { words } from './words.ts';

/** The latest requests of the team, how many there were, and what each was charged. */
export function Page() {
  const say = useWords(words);
  const [{ tab }, go] = useLogsPlace();
  return (
    <>
      <PageHeader title={say('title')} actions={<Refresh />}>
        {say('lead')}
      </PageHeader>
      <Tabs
        label={say('tabs')}
        tabs={[
          { id: 'requests', label: say('tab.requests'), content: <Requests /> },
          { id: 'usage', label: say('tab.usage'), content: <Usage /> },
          { id: 'charges', label: say('tab.charges'), content: <Charges /> },
        ]}
        open={tab}
        onOpen={(next) => go({ tab: next, offset: undefined })}
      />
    </>
  );
}

/** Loads whatever the open part shows anew. */
function Refresh() {
  const say = useWords(words);
  const queries = useQueryClient();
  const isLoading = useIsFetching({ queryKey: LOGS }) > 0;
  return (
    <Button
      icon="rotate"
      isBusy={isLoading}
      onClick={() => void queries.invalidateQueries({ queryKey: LOGS })}
    >
      {say('refresh')}
    </Button>
  );
}
