// An id for a patient that only this collection knows: nobody else's profile is touched.
if (!pm.collectionVariables.get('patient_id')) {
  pm.collectionVariables.set('patient_id', `postman-${pm.variables.replaceIn('{{$guid}}')}`);
}

// What an earlier request did not find, or nobody has typed yet: the call would only ask for nonsense.
const inherited = '{{apiKey}}';
const { url, body, headers, auth = inherited } = pm.request;
const sent = JSON.stringify([url, body, headers.filter(({ disabled }) => !disabled), auth]);
const named = [...sent.matchAll(/{{(\w+)}}/g)].map(([, name]) => name);
const empty = [...new Set(named)].filter((name) => !pm.variables.get(name));
if (empty.length > 0) {
  console.log(`Not sent: ${pm.info.requestName}. Empty: ${empty.join(', ')}.`);
  pm.execution.skipRequest();
} else {
  // The minute's calls are used up: waiting is what a 429 would ask for.
  const waitMs = Number(pm.collectionVariables.get('wait_until')) - Date.now();
  if (waitMs > 0) setTimeout(() => {}, Math.min(waitMs, 60000));
}
