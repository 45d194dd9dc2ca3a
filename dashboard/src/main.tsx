import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPagesRouter } from './app/router.tsx';
import { ToastProvider } from './components/toast.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import { ApiFault, isTransient } from './service/faults.ts';
import { createSession } from './session/session.ts';
import { createTabs } from './session/tabs.ts';
import { SessionContext } from './session/use-session.tsx';
import './styles/base.css';

const session = createSession({ tabs: createTabs(), leave: (path) => location.replace(path) });

/** Rights may have changed since the page was drawn: then it is drawn anew with those that there are. */
const askWhoThisIs = (fault: unknown): void => {
  if (fault instanceof ApiFault && fault.code === 'forbidden') void session.refresh();
};
/** What the page shows is out of date where a change finds it gone, or changed meanwhile: then all is asked for anew. */
const askAnew = (fault: unknown): void => {
  if (fault instanceof ApiFault && ['not_found', 'conflict'].includes(fault.code))
    void queries.invalidateQueries();
};
const MAX_REPEATS = 2;
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoThisIs }),
  mutationCache: new MutationCache({
    onError: (fault) => {
      askWhoThisIs(fault);
      askAnew(fault);
    },
  }),
  defaultOptions: {
    // Without a network a call fails at once, so that the page can say so; else it would wait in silence.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, fault) => count < MAX_REPEATS && isTransient(fault),
    },
    mutations: { networkMode: 'always' },
  },
});
const router = createPagesRouter();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </SessionContext>
    </LanguageProvider>
  </StrictMode>,
);
