/** Price list of the interface description. Prices in US dollars a month; rpm: requests a minute. */
export const TIER_NAMES = ['free_trial', 'starter', 'growth', 'scale', 'enterprise'] as const;
export type TierName = (typeof TIER_NAMES)[number];

export type Tier = {
  price: number;
  tokens_included: number;
  concurrency: number;
  max_keys: number;
  rpm: number;
  sla: string | null;
};

export const TIERS: Record<TierName, Tier> = {
  free_trial: { price: 0, tokens_included: 1_000, concurrency: 5, max_keys: 2, rpm: 10, sla: null },
  starter: { price: 300, tokens_included: 10_000, concurrency: 20, max_keys: 5, rpm: 30, sla: '99%' },
  growth: { price: 1_300, tokens_included: 50_000, concurrency: 50, max_keys: 10, rpm: 60, sla: '99.5%' },
  scale: { price: 5_750, tokens_included: 250_000, concurrency: 200, max_keys: 25, rpm: 120, sla: null },
  enterprise: {
    price: 20_000,
    tokens_included: 1_000_000,
    concurrency: 1_000,
    max_keys: 100,
    rpm: 300,
    sla: '99.9%',
  },
};
