// The override is set again to what it is. Where the key's own limit is the smaller one, it cannot be seen.
const { source, limit } = pm.response.json();
const override = { override: String(limit), tier: 'null', key: '' };
pm.collectionVariables.set('rate_limit_override', override[source]);
