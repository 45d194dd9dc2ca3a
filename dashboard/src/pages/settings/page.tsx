import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { oneOf, usePlace } from '../../app/place.ts';
import { useWords } from '../../i18n/language.tsx';
import { DataProtection } from './data-protection.tsx';
import { Features } from './features.tsx';
import { Plan } from './plan.tsx';
import { SignIn } from './sign-in.tsx';
import { words } from './words.ts';

const TABS = ['plan', 'data', 'sign-in', 'features'] as const;
const CONTENT = { plan: Plan, data: DataProtection, 'sign-in': SignIn, features: Features } as const;

/** What holds for the whole team, and one's own way to sign in. */
export function Page() {
  const say = useWords(words);
  const [place, change] = usePlace((search) => ({ tab: oneOf(search, 'tab', TABS, 'plan') }));
  return (
    <>
      <PageHeader title={say('title')}>{say('lead')}</PageHeader>
      <Tabs
        label={say('tabs')}
        open={place.tab}
        onOpen={(tab) => change({ tab })}
        tabs={TABS.map((id) => {
          const Content = CONTENT[id];
          return { id, label: say(`tab.${id}`), content: <Content /> };
        })}
      />
    </>
  );
}
