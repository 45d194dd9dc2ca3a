// The delivery is made and tried after the call that caused it has answered: a few tenths of a second as a rule.
const [delivery] = pm.response.json();
const polls = Number(pm.collectionVariables.get('polls')) + 1;
if ((!delivery || delivery.status === 'pending') && polls <= 60) {
  pm.collectionVariables.set('polls', String(polls));
  setTimeout(() => pm.execution.setNextRequest(pm.info.requestName), 250);
} else {
  pm.test('a delivery was tried', () => pm.expect(delivery && delivery.status).to.be.a('string'));
  pm.collectionVariables.set('polls', '');
  pm.collectionVariables.set('delivery_id', delivery ? delivery.delivery_id : '');
  pm.collectionVariables.set('delivery_status', delivery ? delivery.status : '');
}
