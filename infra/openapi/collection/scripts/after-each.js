// The name announces a refusal, and under which circumstances it comes.
const announced = /\((\d{3}) expected(?: (with a test key|once it has arrived))?/.exec(pm.info.requestName);
const holds = {
  'with a test key': String(pm.variables.get('apiKey')).startsWith('svc_test_'),
  'once it has arrived': pm.collectionVariables.get('delivery_status') === 'delivered',
};
const said = `${pm.response.code}: ${pm.response.text().slice(0, 500)}`;
if (announced && (announced[2] === undefined || holds[announced[2]])) {
  pm.test(`${announced[1]}, as its name says`, () =>
    pm.expect(pm.response.code, said).to.equal(Number(announced[1])),
  );
} else {
  pm.test('2xx', () => pm.expect(pm.response.code, said).to.be.within(200, 299));
}

// Cookies are known once a request has been sent: what changes something next sends this one along as a header.
pm.collectionVariables.set('csrf_token', pm.cookies.get('svc_csrf') || '');

// The reset is the server's time, and its Date says what that is now.
const left = pm.response.headers.get('X-RateLimit-Remaining');
const reset = Number(pm.response.headers.get('X-RateLimit-Reset')) * 1000;
const waitMs = reset - Date.parse(pm.response.headers.get('Date'));
pm.collectionVariables.set('wait_until', left === '0' && waitMs > 0 ? String(Date.now() + waitMs) : '');
