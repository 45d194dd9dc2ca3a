/** What tabs of one browser tell each other; nothing of a person. After `rights_changed` each asks what it may. */
export type TabNews = 'signed_in' | 'signed_out' | 'rights_changed';

export type Tabs = {
  tell: (news: TabNews) => void;
  onNews: (listener: (news: TabNews) => void) => void;
};

/** Tabs of this origin. */
export function createTabs(): Tabs {
  const channel = new BroadcastChannel('session');
  return {
    tell: (news) => channel.postMessage(news),
    onNews: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<TabNews>) => listener(event.data)),
  };
}
